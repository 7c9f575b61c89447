import type { ExplorerConfig, TestTarget } from "../config.ts";
import { patternFiles, type PatternRequest } from "../files/pattern-files.ts";
import { parseSelector } from "../files/project-paths.ts";

/** What is needed to find the files of one `[[tests]]` entry. */
export interface TestRequest extends PatternRequest {
  readonly selector: string;
  readonly explorer: ExplorerConfig;
}

/** Finds the files of one `[[tests]]` entry, sorted; no file at all is an error. */
export async function resolveTest(request: TestRequest): Promise<readonly TestTarget[]> {
  const { selector, explorer } = request;
  const { pattern, exportName } = parseSelector(selector);
  const files = await patternFiles(pattern, request);
  return files.map((file) => ({ file, exportName, explorer }));
}
