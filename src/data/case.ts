/** What a case is for: legal data must be handled right, invalid data must be contained. */
export type Tier = "legal" | "invalid";

/** Why a variation is worth trying: what allows it, where it was seen, or only that it can be. */
export type Provenance =
  | { readonly kind: "legal"; readonly by: string }
  | { readonly kind: "seen"; readonly in: string }
  | { readonly kind: "invented" };

/** One thing in which a case is not the plainest one. */
export interface Variation {
  readonly name: string;
  readonly provenance: Provenance;
}

/** Data for one boundary, once; plain data. */
export interface Case<Payload = unknown, Expected = unknown> {
  readonly tier: Tier;
  readonly name: string;
  /** At least one. */
  readonly variations: readonly Variation[];
  readonly payload: Payload;
  /** What code that handles it right ends up with; only of legal cases. */
  readonly expected?: Expected | undefined;
  /** Why nobody may take it for a success; left out where it may also be put up with. */
  readonly mustFail?: string | undefined;
}

/** The name of a case: its variations in the order in which they were drawn. */
export function nameOf(variations: readonly Variation[]): string {
  return variations.map(({ name }) => name).join(", ");
}

/** Where a variation comes from, for people: `legal by RFC 9110 8.3.1`. */
export function provenanceText(provenance: Provenance): string {
  switch (provenance.kind) {
    case "legal":
      return `legal by ${provenance.by}`;
    case "seen":
      return `seen in ${provenance.in}`;
    case "invented":
      return "invented";
  }
}
