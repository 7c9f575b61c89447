/**
 * What a result has besides what every result has. The section of that name in `report/sections/`
 * knows what the data is, and how it is told; read and make it with `sectionIn` and `sectionOf`.
 */
export interface ResultSection {
  /** The field of the JSON document. */
  readonly name: string;
  /** Plain data. */
  readonly data: unknown;
}
