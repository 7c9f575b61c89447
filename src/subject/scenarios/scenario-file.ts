/** Whether a path names a scenario file: by its ending, because code has others. */
export function isScenarioFile(file: string): boolean {
  return /\.(?:ya?ml|json)$/iu.test(file);
}
