export interface Order {
  readonly id: string;
  readonly cents: number;
  readonly state: "placed" | "paid" | "shipped";
}
