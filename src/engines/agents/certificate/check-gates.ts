import {
  cellStates,
  type CertificateGate,
  type CertificatePredicate,
  type StateCounts,
} from "../../../kernel/agent/agent-certificate.ts";

/** The gates that every certificate has, besides one for the score of each phase. */
export const gateNames = {
  overall: "overall score",
  failed: "critical cells that failed",
  undecided: "critical rules that could not be judged",
} as const;

/** The gate of a phase. */
export function phaseGate(phase: string): string {
  return `${phase} score`;
}

/**
 * Throws where a statement says no itself, or contradicts itself. Whoever has the key can sign
 * anything, so that a signature alone makes no certificate: its own numbers must say yes.
 */
export function checkGates(predicate: CertificatePredicate): void {
  checkShares(predicate);
  checkCriticals(predicate);
  checkRows(predicate);
  const { gates, overall, phases } = predicate;
  if (gates.length === 0) throw new Error("the certificate has no gates");
  for (const gate of gates) {
    if (!gate.isMet) throw new Error(`the gate \`${gate.gate}\` is not met`);
    if (!isReached(gate)) {
      const got = gate.got === undefined ? "nothing" : String(gate.got);
      const wanted = `wanted ${gate.wanted}, got ${got}`;
      throw new Error(`the gate \`${gate.gate}\` is said to be met and is not: ${wanted}`);
    }
  }
  const found = (name: string): CertificateGate => {
    const gate = gates.find((one) => one.gate === name);
    if (gate === undefined) throw new Error(`the certificate lacks the gate \`${name}\``);
    return gate;
  };
  found(gateNames.failed);
  found(gateNames.undecided);
  const scores = [
    { name: gateNames.overall, score: overall },
    ...phases.map(({ phase, score }) => ({ name: phaseGate(phase), score })),
  ];
  for (const { name, score } of scores) {
    const { got } = found(name);
    if (got === score) continue;
    throw new Error(`the gate \`${name}\` is about ${got ?? "nothing"}, the score is ${score}`);
  }
}

// --- inside ---

const scoreGate = / score$/u;

/** A score must be high enough; of what must not be, there must be none. */
function isReached({ gate, wanted, got }: CertificateGate): boolean {
  if (got === undefined) return false;
  return scoreGate.test(gate) ? isShare(wanted) && got >= wanted : wanted === 0 && got === 0;
}

/** Scores are shares of what was judged, and states are counts of all cells. */
function checkShares({ overall, phases, invariants, matrix }: CertificatePredicate): void {
  const shares = [
    { name: "overall", share: overall },
    ...phases.flatMap(({ phase, score, interval }) => [
      { name: `the ${phase} score`, share: score },
      ...interval.map((share) => ({ name: `the interval of ${phase}`, share })),
    ]),
  ];
  for (const { name, share } of shares) {
    if (share === undefined || isShare(share)) continue;
    throw new Error(`${name} is ${share}, which is not between 0 and 1`);
  }
  if (phases.length === 0) throw new Error("the certificate has no phases");
  const counted = [matrix.states, summed(invariants.map(({ states }) => states))];
  if (counted.some((states) => totalOf(states) !== matrix.cells)) {
    throw new Error(`the states of the cells do not add up to ${matrix.cells} cells`);
  }
  if (matrix.states.pass === 0) throw new Error("no cell passed, so nothing is certified");
}

function checkCriticals({ phases, invariants }: CertificatePredicate): void {
  const failed = [
    ...phases.flatMap(({ criticals }) => criticals),
    ...invariants.flatMap(({ severity, states, id }) =>
      severity === "critical" && states.fail > 0 ? [id] : [],
    ),
  ];
  if (failed.length > 0) throw new Error(`the critical rule \`${failed[0]}\` failed`);
  const open = invariants.find(
    ({ severity, states: { pass, error, inconclusive } }) =>
      severity === "critical" && (error > 0 || (inconclusive > 0 && pass === 0)),
  );
  if (open !== undefined) throw new Error(`the critical rule \`${open.id}\` was not judged`);
}

/** A critical rule is decided in each row, and none is tested in more conversations than it had. */
function checkRows({ rows = [] }: CertificatePredicate): void {
  for (const { invariant, scenario, severity, state, tested, conversations } of rows) {
    const where = `\`${invariant}\` in \`${scenario}\``;
    if (tested > conversations || (state === "pass" && tested === 0)) {
      throw new Error(`${where} is said to be tested in ${tested} of ${conversations}: ${state}`);
    }
    if (severity === "critical" && state !== "pass" && state !== "skipped") {
      throw new Error(`the critical rule ${where} is not held: ${state}`);
    }
  }
}

function isShare(number: number): boolean {
  return number >= 0 && number <= 1;
}

function summed(all: readonly StateCounts[]): StateCounts {
  const sums = cellStates.map((state) => [
    state,
    all.reduce((sum, states) => sum + states[state], 0),
  ]);
  return Object.fromEntries(sums) as StateCounts;
}

function totalOf(states: StateCounts): number {
  return cellStates.reduce((sum, state) => sum + states[state], 0);
}
