/** Cuts a text into pieces of so many characters; none of them ends inside of a character. */
export function piecesOf(text: string, length: number): readonly string[] {
  const characters = Array.from(text);
  const pieces: string[] = [];
  for (let at = 0; at < characters.length; at += length) {
    pieces.push(characters.slice(at, at + length).join(""));
  }
  return pieces;
}
