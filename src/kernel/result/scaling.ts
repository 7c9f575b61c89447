/** How many runs a second a campaign made with how many processes; plain data. */
export interface Scaling {
  readonly subject: string;
  /** What the machine has. */
  readonly cores: number;
  readonly points: readonly ScalingPoint[];
  readonly fit: ScalingFit;
}

/** The median throughput of one count of processes. */
export interface ScalingPoint {
  readonly workers: number;
  readonly runsPerSecond: number;
  /** Each stretch that was measured, in the order in which it was. */
  readonly measured: readonly number[];
}

/** The Universal Scalability Law through the points, or why it does not follow from them. */
export type ScalingFit =
  | ({ readonly kind: "fitted" } & ScalingLaw)
  | {
      readonly kind: "inconclusive";
      readonly because: string;
      /** The best law there is, where one could be computed at all. */
      readonly law?: ScalingLaw | undefined;
    };

/** `n` processes make `lambda * n / (1 + sigma * (n - 1) + kappa * n * (n - 1))` runs a second. */
export interface ScalingLaw {
  readonly lambda: number;
  /** The share of the work that only one can do at a time. */
  readonly sigma: number;
  /** What it costs that each must hear of each other. */
  readonly kappa: number;
  readonly rSquared: number;
  /** The largest difference between a point and the law, as a share of the point. */
  readonly residualMax: number;
  /** With so many processes it is fastest; absent where more are always faster. */
  readonly peakWorkers?: number | undefined;
}
