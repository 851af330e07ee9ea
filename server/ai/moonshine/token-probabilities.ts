/** Tokens so much less likely than the likeliest one, all 32,768 together, change the sum by less than 0.0001. */
const NEGLIGIBLE = 20;

/** The highest logit, where it is, and the logarithm of the sum that turns logits into probabilities. */
function readLogits(logits: Float32Array): {
  readonly token: number;
  readonly highest: number;
  readonly logTotal: number;
} {
  let token = 0;
  let highest = logits[0] ?? 0;
  for (let index = 1; index < logits.length; index += 1) {
    const logit = logits[index] ?? 0;
    if (logit > highest) [token, highest] = [index, logit];
  }
  const least = highest - NEGLIGIBLE;
  let sum = 0;
  for (let index = 0; index < logits.length; index += 1) {
    const logit = logits[index] ?? 0;
    if (logit > least) sum += Math.exp(logit - highest);
  }
  return { token, highest, logTotal: highest + Math.log(sum) };
}

/** The most likely token, and the logarithm of its probability. */
export function pickToken(logits: Float32Array): { readonly token: number; readonly logProbability: number } {
  const { token, highest, logTotal } = readLogits(logits);
  return { token, logProbability: highest - logTotal };
}

export function toLogProbabilities(logits: Float32Array): Float32Array {
  const { logTotal } = readLogits(logits);
  return logits.map((value) => value - logTotal);
}
