/** The logarithm of the sum that turns logits into probabilities. */
function findLogTotal(logits: Float32Array): number {
  let highest = Number.NEGATIVE_INFINITY;
  for (const value of logits) highest = Math.max(highest, value);
  let sum = 0;
  for (const value of logits) sum += Math.exp(value - highest);
  return highest + Math.log(sum);
}

/** The most likely token, and the logarithm of its probability. */
export function pickToken(logits: Float32Array): { readonly token: number; readonly logProbability: number } {
  let token = 0;
  for (let index = 1; index < logits.length; index += 1)
    if ((logits[index] ?? 0) > (logits[token] ?? 0)) token = index;
  return { token, logProbability: (logits[token] ?? 0) - findLogTotal(logits) };
}

export function toLogProbabilities(logits: Float32Array): Float32Array {
  const total = findLogTotal(logits);
  return logits.map((value) => value - total);
}
