/** Reads what the events of a stream say, one after the other. */
export async function readEvents(url: string, signal?: AbortSignal): Promise<string[]> {
  const response = await fetch(url, { signal: signal ?? null });
  if (!response.ok) throw new Error(`the stream answered ${response.status}`);
  const said: string[] = [];
  for await (const chunk of response.body ?? []) {
    const text = new TextDecoder().decode(chunk);
    for (const block of text.split("\n\n")) {
      if (block.startsWith("data: ")) said.push(block.slice("data: ".length));
    }
  }
  return said;
}
