import { SecretMask } from "./secret-mask.ts";
import { secretsInEnvironment } from "./secret-sources.ts";

/**
 * Learns the secrets of the environment in which this process runs: none of them is in what it
 * writes. The commands and the processes of runs do so before anything else.
 */
export function learnEnvironment(env: Readonly<Record<string, string | undefined>>): void {
  learnSecrets(secretsInEnvironment(env));
}

/** Learns more of them, such as what a run was given by its host. */
export function learnSecrets(secrets: readonly string[]): void {
  const { size } = mask;
  for (const secret of secrets) mask.learn(secret);
  if (mask.size > size) plain.clear();
}

/** A text as it may be written: without the secrets of this process. */
export function hidden(text: string): string {
  if (mask.size === 0 || plain.has(text)) return text;
  const safe = mask.known(text);
  if (safe === text && text.length <= plainLengthMax) {
    if (plain.size >= plainMax) plain.clear();
    plain.add(text);
  }
  return safe;
}

/**
 * A document as it may be written: JSON stays JSON. Texts in it that were made here have been
 * through `hidden`, which knows more ways to write a secret.
 */
export function hiddenDocument(text: string): string {
  return mask.size === 0 ? text : mask.knownInDocument(text);
}

/** What is secret in something that a host answered: the same, keys by their shape, and tokens. */
export const answerMask: Pick<SecretMask, "spans"> = {
  spans: (text) => mask.recordedSpans(text),
};

// --- inside ---

const mask = new SecretMask();

/** Short texts without a secret: runs fail with the same words again and again. */
const plain = new Set<string>();
const plainMax = 1_000;
const plainLengthMax = 300;
