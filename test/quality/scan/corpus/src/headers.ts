/** Reads the lines of a header. */
export function parseHeaders(raw: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const line of raw.split("\r\n")) {
    const [name, value] = line.split(": ");
    headers.set(name.toLowerCase(), value.trim());
  }
  return headers;
}

/** The parts of a media type. */
export function parseMediaType(text: string): { type: string; charset?: string } {
  const [type = "", ...params] = text.split(";").map((part) => part.trim());
  const charset = params.find((param) => param.startsWith("charset="));
  return charset === undefined ? { type } : { type, charset: charset.slice("charset=".length) };
}

/** The token of `Bearer …`. */
export function bearerToken(header: string | undefined): string {
  if (header === undefined) throw new Error("no authorization");
  const [scheme, token] = header.split(" ");
  if (scheme !== "Bearer" || !token) throw new Error("authorization is not a bearer token");
  return token;
}
