/** Below 0 where the first is older. */
export function compareVersions(a: string, b: string): number {
  const [coreA, tagA] = a.split("-");
  const [coreB, tagB] = b.split("-");
  const partsA = coreA.split(".").map(Number);
  const partsB = coreB.split(".").map(Number);
  for (let at = 0; at < 3; at++) {
    const difference = (partsA[at] || 0) - (partsB[at] || 0);
    if (difference !== 0) return difference;
  }
  return tagA || tagB ? tagA.localeCompare(tagB) : 0;
}

export type Order = -1 | 0 | 1;

export interface Version {
  major: number;
  minor: number;
  patch: number;
}

/** Reads `1.2.3`. */
export function parseVersion(text: string): Version {
  const [major, minor, patch, ...rest] = text.split(".").map(Number);
  const isRight = [major, minor, patch].every((part) => Number.isSafeInteger(part) && part >= 0);
  if (!isRight || rest.length > 0) throw new Error(`Invalid version: ${text}`);
  return { major, minor, patch };
}

export function orderOf(a: Version, b: Version): Order {
  for (const part of ["major", "minor", "patch"] as const) {
    if (a[part] !== b[part]) return a[part] < b[part] ? -1 : 1;
  }
  return 0;
}

/** The next version of a kind. */
export function bump(version: Version, kind: "major" | "minor" | "patch"): Version {
  switch (kind) {
    case "major":
      return { major: version.major + 1, minor: 0, patch: 0 };
    case "minor":
      return { ...version, minor: version.minor + 1, patch: 0 };
    case "patch":
      return { ...version, patch: version.patch + 1 };
    default:
      throw new Error(`unknown kind ${String(kind)}`);
  }
}
