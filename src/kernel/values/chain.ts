/** What the first line of a chain follows. */
export const chainStart = 0x6761_756e;

/**
 * The next link of a running 32-bit hash over texts. It finds an accident and says where; a digest
 * of everything finds a forgery. A cryptographic hash per line would cost more than the run.
 */
export function chainNext(previous: number, text: string): number {
  let hash = previous ^ text.length;
  for (let i = 0; i < text.length; i++) {
    hash = Math.imul(hash ^ text.charCodeAt(i), 0x0100_0193);
    // A plain multiplication never carries a high bit down, so two late changes could cancel out.
    hash ^= hash >>> 15;
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/** A link as eight hexadecimal digits. */
export function chainText(link: number): string {
  return link.toString(16).padStart(8, "0");
}
