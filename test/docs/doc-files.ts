import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { repository } from "./doc-project.ts";

/** Every document of the repository, relative to its root. */
export function docFiles(): string[] {
  const top = readdirSync(repository).filter((name) => name.endsWith(".md"));
  const inner = readdirSync(path.join(repository, "docs"), { recursive: true, encoding: "utf8" });
  const docs = inner.filter((name) => name.endsWith(".md"));
  return [...top, ...docs.map((name) => `docs/${name.split(path.sep).join("/")}`)].toSorted();
}

export function readDoc(file: string): string {
  return readFileSync(path.join(repository, file), "utf8");
}
