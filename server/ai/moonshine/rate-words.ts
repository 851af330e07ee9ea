/**
 * How sure the model is of each word, in percent: as sure as of the least likely of its tokens, which decides which word it is.
 * @param words the word that each token is part of, from 0
 * @param logProbabilities of each token
 */
export function rateWords(
  words: readonly (number | undefined)[],
  logProbabilities: readonly number[],
): number[] {
  const least: number[] = [];
  words.forEach((word, index) => {
    if (word === undefined) return;
    least[word] = Math.min(least[word] ?? 0, logProbabilities[index] ?? 0);
  });
  return least.map((logProbability) => Math.round(100 * Math.exp(logProbability)));
}
