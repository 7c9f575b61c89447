// How two ways compare over the same seeds, with a bound that says how sure that is.

/** The middle one; of an even number the upper middle, so that a limit is not averaged away. */
export function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[numbers.length >> 1] ?? 0;
}

/** The geometric mean of first to second, pair by pair, and where 95 % of resamples lie. */
export function pairedRatio(first, second, measure) {
  const logs = first.map((one, at) => Math.log(measure(one) / measure(second[at])));
  const means = Array.from({ length: resamples }, (_, round) => {
    let sum = 0;
    for (let at = 0; at < logs.length; at++)
      sum += logs[noise(round * logs.length + at, logs.length)];
    return sum / logs.length;
  }).toSorted((a, b) => a - b);
  const mean = logs.reduce((sum, log) => sum + log, 0) / logs.length;
  const at = (share) => Math.exp(means[Math.floor(share * (resamples - 1))]);
  return { ratio: Math.exp(mean), low: at(0.025), high: at(0.975) };
}

const resamples = 2_000;

/** The same every time: a bench must not say something else because it was asked twice. */
function noise(index, below) {
  let hash = Math.imul(index + 1, 0x9e37_79b1);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85eb_ca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2_ae35);
  return ((hash ^ (hash >>> 16)) >>> 0) % below;
}
