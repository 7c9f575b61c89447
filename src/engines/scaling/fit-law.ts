import type { ScalingFit, ScalingLaw } from "../../report/sections/scaling.ts";

/** One measured point. */
interface Point {
  readonly workers: number;
  readonly runsPerSecond: number;
}

/** With fewer points any law fits, and with a worse fit it says nothing. */
const pointsMin = 3;
const rSquaredMin = 0.9;
const residualMaxAllowed = 0.2;

/** Fits the Universal Scalability Law to what was measured, or says why it does not follow. */
export function fitScaling(points: readonly Point[]): ScalingFit {
  const because = `${points.length} of at least ${pointsMin} counts of processes`;
  if (points.length < pointsMin) return { kind: "inconclusive", because };
  if (points.some(({ runsPerSecond }) => !(runsPerSecond > 0))) {
    return { kind: "inconclusive", because: "a stretch made no run" };
  }
  const law = fitLaw(points);
  const reason = weakness(law);
  return reason === undefined
    ? { kind: "fitted", ...law }
    : { kind: "inconclusive", because: reason, law };
}

/** What the law says of a number of processes. */
export function predicted(law: Pick<ScalingLaw, "lambda" | "sigma" | "kappa">, n: number): number {
  return (law.lambda * n) / (1 + law.sigma * (n - 1) + law.kappa * n * (n - 1));
}

// --- inside ---

/** The weights settle within a few rounds; more would change digits that nobody reads. */
const roundsCount = 20;

function weakness({ rSquared, residualMax }: ScalingLaw): string | undefined {
  if (rSquared < rSquaredMin) return `R² is ${rSquared.toFixed(2)}, below ${rSquaredMin}`;
  if (residualMax <= residualMaxAllowed) return undefined;
  const share = (residualMax * 100).toFixed(0);
  return `a point is ${share} % off the law, more than ${residualMaxAllowed * 100} %`;
}

/**
 * `n / x = a + b (n - 1) + c n (n - 1)` is the law turned round, and linear. An error of `n / x`
 * times `x * fitted / n` is the error of `x`, so with these weights, taken from the round before,
 * it is the least-squares fit of the throughput itself.
 */
function fitLaw(points: readonly Point[]): ScalingLaw {
  let law = { lambda: points[0]?.runsPerSecond ?? 1, sigma: 0, kappa: 0 };
  let weights = points.map(({ workers, runsPerSecond }) => runsPerSecond ** 2 / workers);
  for (let round = 0; round < roundsCount; round++) {
    law = fitWeighted(points, weights);
    const fitted = law;
    weights = points.map(
      ({ workers, runsPerSecond }) => (runsPerSecond * predicted(fitted, workers)) / workers,
    );
  }
  return { ...law, ...goodness(law, points), ...peak(law) };
}

type Coefficients = Pick<ScalingLaw, "lambda" | "sigma" | "kappa">;

/** A law of which some parts are at their limits: its columns, and what their coefficients mean. */
interface Form {
  readonly columns: (n: number) => readonly number[];
  readonly read: (coefficients: readonly number[]) => Coefficients;
}

/** None, one or both of sigma and kappa at a limit; where sigma is 1, `a + a (n - 1)` is `a n`. */
const forms: readonly Form[] = [
  {
    columns: (n) => [1, n - 1, n * (n - 1)],
    read: ([a = 0, b = 0, c = 0]) => ({ lambda: 1 / a, sigma: b / a, kappa: c / a }),
  },
  {
    columns: (n) => [1, n - 1],
    read: ([a = 0, b = 0]) => ({ lambda: 1 / a, sigma: b / a, kappa: 0 }),
  },
  {
    columns: (n) => [1, n * (n - 1)],
    read: ([a = 0, c = 0]) => ({ lambda: 1 / a, sigma: 0, kappa: c / a }),
  },
  {
    columns: (n) => [n, n * (n - 1)],
    read: ([a = 0, c = 0]) => ({ lambda: 1 / a, sigma: 1, kappa: c / a }),
  },
  { columns: (n) => [n], read: ([a = 0]) => ({ lambda: 1 / a, sigma: 1, kappa: 0 }) },
  { columns: () => [1], read: ([a = 0]) => ({ lambda: 1 / a, sigma: 0, kappa: 0 }) },
];

/** The best of the forms that keep to `0 <= sigma <= 1` and `0 <= kappa`. */
function fitWeighted(points: readonly Point[], weights: readonly number[]): Coefficients {
  const targets = points.map(({ workers, runsPerSecond }) => workers / runsPerSecond);
  const fits = forms.map(({ columns, read }) => {
    const rows = points.map(({ workers }) => columns(workers));
    return read(leastSquares(rows, targets, weights));
  });
  const allowed = fits.filter(
    ({ lambda, sigma, kappa }) =>
      lambda > 0 && Number.isFinite(lambda) && sigma >= 0 && sigma <= 1 && kappa >= 0,
  );
  const byError = allowed.toSorted((a, b) => squaredError(a, points) - squaredError(b, points));
  return byError[0] ?? { lambda: points[0]?.runsPerSecond ?? 1, sigma: 0, kappa: 0 };
}

/** Weighted least squares by the normal equations. */
function leastSquares(
  rows: readonly (readonly number[])[],
  targets: readonly number[],
  weights: readonly number[],
): readonly number[] {
  const size = rows[0]?.length ?? 0;
  const weighted = rows.map((row, at) => row.map((value) => value * (weights[at] ?? 0)));
  const goals = targets.map((target, at) => target * (weights[at] ?? 0));
  const product = (i: number, j: number): number =>
    weighted.reduce((sum, row) => sum + (row[i] ?? 0) * (row[j] ?? 0), 0);
  const matrix = Array.from({ length: size }, (_, i) => [
    ...Array.from({ length: size }, (__, j) => product(i, j)),
    weighted.reduce((sum, row, at) => sum + (row[i] ?? 0) * (goals[at] ?? 0), 0),
  ]);
  return solve(matrix);
}

/** Gauss-Jordan with pivots; the columns of a form are never multiples of each other. */
function solve(matrix: number[][]): readonly number[] {
  const size = matrix.length;
  for (let at = 0; at < size; at++) {
    const rest = matrix.slice(at);
    const pivot = rest.toSorted((a, b) => Math.abs(b[at] ?? 0) - Math.abs(a[at] ?? 0))[0];
    const scale = pivot?.[at] ?? 0;
    if (pivot === undefined || scale === 0) continue;
    matrix.splice(matrix.indexOf(pivot), 1);
    const row = pivot.map((value) => value / scale);
    matrix.splice(at, 0, row);
    for (const [other, values] of matrix.entries()) {
      const factor = values[at] ?? 0;
      if (other === at || factor === 0) continue;
      matrix[other] = values.map((value, index) => value - factor * (row[index] ?? 0));
    }
  }
  return matrix.map((row) => row.at(-1) ?? 0);
}

function squaredError(law: Coefficients, points: readonly Point[]): number {
  return points.reduce(
    (sum, { workers, runsPerSecond }) => sum + (runsPerSecond - predicted(law, workers)) ** 2,
    0,
  );
}

function goodness(
  law: Coefficients,
  points: readonly Point[],
): Pick<ScalingLaw, "rSquared" | "residualMax"> {
  const mean = points.reduce((sum, { runsPerSecond }) => sum + runsPerSecond, 0) / points.length;
  const spread = points.reduce((sum, { runsPerSecond }) => sum + (runsPerSecond - mean) ** 2, 0);
  const error = squaredError(law, points);
  const residuals = points.map(
    ({ workers, runsPerSecond }) =>
      Math.abs(runsPerSecond - predicted(law, workers)) / runsPerSecond,
  );
  // Points that are all the same leave nothing to explain.
  const rSquared = spread === 0 ? 0 : 1 - error / spread;
  return { rSquared, residualMax: Math.max(...residuals) };
}

function peak({ sigma, kappa }: Coefficients): Pick<ScalingLaw, "peakWorkers"> {
  if (kappa <= 0) return {};
  return { peakWorkers: Math.max(1, Math.round(Math.sqrt((1 - sigma) / kappa))) };
}
