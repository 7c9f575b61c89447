export interface Person {
  first: string;
  last: string;
  nickname?: string;
}

/** `Ada Lovelace` → `AL` */
export function initials(fullName: string): string {
  return fullName
    .split(" ")
    .map((part) => part[0].toUpperCase())
    .join("");
}

export function displayName(person: Person): string {
  return person.nickname ?? `${person.first} ${person.last}`.trim();
}

/** Words with a capital first letter. */
export function titleCase(text: string): string {
  return text
    .split(" ")
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1).toLowerCase())
    .join(" ");
}

/** What a form sent, as a person; fields that were left empty are undefined. */
export function personFromForm(form: { first: string; last: string; nickname: string }): Person {
  return {
    first: form.first.trim(),
    last: form.last.trim(),
    nickname: form.nickname === "" ? undefined : form.nickname,
  };
}

/** The name that most people share. */
export function commonestName(people: Person[]): string | undefined {
  const counts = new Map<string, number>();
  for (const { first } of people) counts.set(first, (counts.get(first) ?? 0) + 1);
  let best: string | undefined;
  let bestCount = 0;
  for (const [name, count] of counts) {
    if (count > bestCount) {
      best = name;
      bestCount = count;
    }
  }
  return best;
}
