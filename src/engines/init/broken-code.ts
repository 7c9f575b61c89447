/** Code as lines of at most 100 columns, broken at the commas of its outermost brackets. */
export function brokenCode(code: string, indent: number): readonly string[] {
  const pad = " ".repeat(indent);
  const open = /^[^"'`]*?[({[]+/u.exec(code)?.[0];
  if (indent + code.length <= columnsMax || open === undefined) return [`${pad}${code}`];
  const end = closingAt(code, open.length);
  if (end === undefined) return [`${pad}${code}`];
  const parts = partsOf(code.slice(open.length, end));
  return [
    `${pad}${open}`,
    ...parts.flatMap((part) => brokenCode(`${part},`, indent + 2)),
    `${pad}${code.slice(end)}`,
  ];
}

// --- inside ---

const columnsMax = 100;

/** Where the innermost of the brackets that are open at an offset closes. */
function closingAt(code: string, from: number): number | undefined {
  let depth = 0;
  for (const { index, isOpening, isClosing } of bracketsOf(code, from)) {
    if (isClosing && depth === 0) return index;
    depth += isOpening ? 1 : isClosing ? -1 : 0;
  }
  return undefined;
}

function partsOf(code: string): readonly string[] {
  const parts: string[] = [];
  let [depth, start] = [0, 0];
  for (const { index, isOpening, isClosing, isComma } of bracketsOf(code, 0)) {
    depth += isOpening ? 1 : isClosing ? -1 : 0;
    if (!isComma || depth > 0) continue;
    parts.push(code.slice(start, index).trim());
    start = index + 1;
  }
  return [...parts, code.slice(start).trim()].filter((part) => part !== "");
}

interface Mark {
  readonly index: number;
  readonly isOpening: boolean;
  readonly isClosing: boolean;
  readonly isComma: boolean;
}

/** The brackets and commas of code, without those in texts. */
function bracketsOf(code: string, from: number): readonly Mark[] {
  return [...code.matchAll(/"(?:[^"\\]|\\.)*"|[()[\]{},]/gu)].flatMap(({ 0: mark, index }) => {
    if (index < from || mark.length > 1) return [];
    const isOpening = "([{".includes(mark);
    return [{ index, isOpening, isClosing: ")]}".includes(mark), isComma: mark === "," }];
  });
}
