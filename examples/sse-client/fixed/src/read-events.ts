/** Reads what the events of a stream say, one after the other, however it is cut and ended. */
export async function readEvents(url: string, signal?: AbortSignal): Promise<string[]> {
  const response = await fetch(url, { signal: signal ?? null });
  const type = response.headers.get("content-type") ?? "";
  if (!response.ok) throw new Error(`the stream answered ${response.status}`);
  if (!/^text\/event-stream\b/i.test(type)) throw new Error(`the stream answered ${type}`);
  const said: string[] = [];
  let data: string[] = [];
  for await (const line of linesOf(response)) {
    const [, field, value = ""] = /^([^:]*)(?:: ?([^]*))?$/.exec(line) ?? [];
    if (field === "data") data.push(value);
    if (line !== "") continue;
    if (data.length > 0) said.push(data.join("\n"));
    data = [];
  }
  return said;
}

/** A line ends with LF, CRLF or CR, and the halves of a CRLF may come in two chunks. */
async function* linesOf(response: Response): AsyncGenerator<string> {
  const decoder = new TextDecoder(); // one for the whole stream: characters are cut as well
  let text = "";
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const lines = text.split(/\r\n|\n|\r(?!$)/);
    text = lines.pop() ?? "";
    yield* lines;
  }
  if (text.endsWith("\r")) yield text.slice(0, -1);
}
