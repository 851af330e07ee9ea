import type { JudgeAnswers } from '#server/ai/answer-judge.ts';

/** A judge that is asked each pair once: the same candidates come up with every seed. Not for taking times. */
export function rememberOdds(judge: JudgeAnswers): JudgeAnswers {
  const known = new Map<string, number>();
  return async (question, candidates, signal) => {
    const keyOf = (at: number): string =>
      JSON.stringify([question, candidates[at]?.sentence, candidates[at]?.context]);
    const unknown = [...candidates.keys()].filter((at) => !known.has(keyOf(at)));
    const odds = await judge(
      question,
      unknown.flatMap((at) => candidates[at] ?? []),
      signal,
    );
    for (const [place, at] of unknown.entries()) known.set(keyOf(at), odds[place] ?? 0);
    return candidates.map((_, at) => known.get(keyOf(at)) ?? 0);
  };
}
