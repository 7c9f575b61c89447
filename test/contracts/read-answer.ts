import fc from "fast-check";

/** Makes a call and reads what comes of it to its end: values, errors, bodies, generators. */
export async function readAnswer(call: () => unknown): Promise<string> {
  const read: string[] = [];
  try {
    await readInto(read, await call());
  } catch (error) {
    const { code, name, message } = error as Error & { code?: string };
    read.push(`failed with ${name} ${code ?? ""} ${message}`);
  }
  return read.join(", ");
}

// --- inside ---

async function readInto(read: string[], answer: unknown): Promise<void> {
  if (answer instanceof Response) {
    read.push(`${answer.status} ${answer.statusText}`);
    read.push(await answer.text());
    return;
  }
  if (isIterable(answer)) {
    for await (const item of answer) read.push(fc.stringify(item));
    return;
  }
  // Key order counts, because one fault changes nothing else.
  read.push(`${fc.stringify(answer)} ${JSON.stringify(answer)}`);
}

function isIterable(answer: unknown): answer is AsyncIterable<unknown> {
  if (typeof answer !== "object" || answer === null) return false;
  return Symbol.asyncIterator in answer || (Symbol.iterator in answer && "next" in answer);
}
