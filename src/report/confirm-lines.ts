import { type Page, wrapped } from "./page.ts";

/** How the author says that what is broken was meant to hold. */
export function confirmLines(confirm: string | undefined, page: Page, indent: number): string[] {
  if (confirm === undefined) return [];
  const lines = wrapped(`if it is meant to hold, in [[scan]]: ${confirm}`, page, indent);
  return lines.map((line) => `${" ".repeat(indent)}${line}`);
}
