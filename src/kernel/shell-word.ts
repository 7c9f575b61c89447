/** A word of a command line as a shell reads it; plain words stay as they are. */
export function shellWord(word: string): string {
  return /^[\w@%+=:,./\\#-]+$/u.test(word) && !word.startsWith("#")
    ? word
    : `'${word.replaceAll("'", "'\\''")}'`;
}
