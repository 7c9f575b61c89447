export interface User {
  name: string;
  email: string;
}

const known = new Map<string, User>();

/** Takes over users from lines of `name,email`. */
export async function importUsers(lines: string[]): Promise<number> {
  for (const line of lines) {
    storeUser(line);
  }
  return lines.length;
}

/** The same, one after the other; a line that is wrong is left out. */
export async function importCarefully(lines: string[]): Promise<number> {
  let count = 0;
  for (const line of lines) {
    try {
      await storeUser(line);
      count++;
    } catch {
      // Left out.
    }
  }
  return count;
}

/** Tries all and tells how each ended. */
export async function importAll(lines: string[]): Promise<string[]> {
  const ends = await Promise.allSettled(lines.map(storeUser));
  return ends.map((end) => (end.status === "fulfilled" ? "stored" : "refused"));
}

async function storeUser(line: string): Promise<void> {
  const [name, email] = line.split(",");
  await Promise.resolve();
  known.set(email.toLowerCase(), { name, email });
}
