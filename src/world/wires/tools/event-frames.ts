/** One event of a stream of server-sent events, as it stands on the wire with its empty line. */
export async function* framesOf(pieces: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  let open = "";
  for await (const piece of pieces) {
    open += decoder.decode(piece, { stream: true });
    for (let end = endOfFrame(open); end !== -1; end = endOfFrame(open)) {
      yield open.slice(0, end);
      open = open.slice(end);
    }
    if (open.length > frameCharactersMax) {
      // Too large to be held; it passes as it is.
      yield open;
      open = "";
    }
  }
  open += decoder.decode();
  if (open !== "") yield open;
}

/** The data of an event; undefined where it has none. */
export function dataOf(frame: string): string | undefined {
  const lines = frame.split(/\r\n|\r|\n/u).filter((line) => /^data(?::|$)/u.test(line));
  if (lines.length === 0) return undefined;
  return lines.map((line) => line.replace(/^data:? ?/u, "")).join("\n");
}

/** The same event with other data. */
export function withData(frame: string, data: string): string {
  const others = frame
    .split(/\r\n|\r|\n/u)
    .filter((line) => line !== "" && !line.startsWith("data"));
  const lines = data.split("\n").map((line) => `data: ${line}`);
  return [...others, ...lines, "", ""].join("\n");
}

/** An event that is only data, as MCP sends messages. */
export function messageFrame(data: string): string {
  return withData("event: message\n", data);
}

// --- inside ---

const frameCharactersMax = 8_388_608;

function endOfFrame(text: string): number {
  const found = /\r\n\r\n|\n\n|\r\r/u.exec(text);
  return found === null ? -1 : found.index + found[0].length;
}
