/**
 * Parsers call themselves for each level of nesting, and those in native code end the process where
 * the stack does. So text is looked at before: brackets in texts and comments count too, which does
 * no harm, as no code that people read comes near the limit.
 */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let arrows = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case 0x28: // (
      case 0x5b: // [
      case 0x7b: // {
        depth += 1;
        if (depth > nestingMax) return true;
        break;
      case 0x29: // )
      case 0x5d: // ]
      case 0x7d: // }
        depth = Math.max(0, depth - 1);
        break;
      case 0x3b: // ;
        arrows = 0;
        break;
      case 0x3e: // > of an arrow, each inside of the one before it
        if (text.charCodeAt(at - 1) === 0x3d) arrows += 1;
        if (arrows > arrowsMax) return true;
    }
  }
  return false;
}

/** What is said of a file that has more levels. */
export const tooDeepText: string = "this file is nested too deeply to be read";

// --- inside ---

const nestingMax = 2_000;
/** Arrows without a semicolon between them; those of code without semicolons add up. */
const arrowsMax = 5_000;
