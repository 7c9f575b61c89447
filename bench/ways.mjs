// The ways to search that bench:explore and bench:guidance compare, as a worker is told them.

const guidance = { checkpointProb: 0.4, checkpointStrategy: "energy", maxCheckpoints: 256 };
const tuples = { faultTuples: 2, tupleRuns: undefined };

/** What is left out of a way is not used. */
const ways = {
  guided: { guidance, swarm: { ruleSwarm: false, ...tuples } },
  random: {},
  "swarm on": { guidance, swarm: { ruleSwarm: true, ...tuples } },
  "no tuples": { guidance },
  // Counted, but nobody looks: what the counters themselves cost.
  counted: { isCounted: true },
};

/** How a subject is loaded for a way. */
export function loadWay(way, { stepsPerRun = 50 }) {
  const { guidance: guided, swarm, isCounted = guided !== undefined } = ways[way];
  const ruleSwarm = swarm?.ruleSwarm ?? false;
  return {
    settings: { stepsPerRun, faultToggleProb: 0.3, ruleSwarm },
    coverage: isCounted ? { targetModules: [], ngram: 2 } : undefined,
  };
}

/** How a loaded subject is explored in a way. */
export function exploreWay(way, { operations: rules, faults }) {
  const { guidance: guided, swarm } = ways[way];
  const isNeeded = swarm !== undefined && (swarm.ruleSwarm || faults.length >= swarm.faultTuples);
  return { guidance: guided, swarm: isNeeded ? { ...swarm, rules, faults } : undefined };
}
