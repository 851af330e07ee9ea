import { setImmediate } from 'node:timers/promises';
import { checkQuestion } from '#contract/question-rules/checks/check-question.ts';
import type { FlawCode } from '#contract/flaw-codes.ts';
import { estimateDifficulty } from '#contract/question-rules/difficulty/estimate-difficulty.ts';
import { runInTurns } from '#server/in-turns.ts';
import type { LessonAnalysis } from '#server/language/analysis.ts';
import { upperInitial } from '#server/language/clean-sentence.ts';
import { evidenceOfSentence } from '#server/language/evidence-of-passage.ts';
import { createRandom, shuffle } from '#server/language/random.ts';
import { createSimilarity } from '#server/language/similarity.ts';
import { rateStatements } from '#server/language/statements/rate-statements.ts';
import { chooseDistractors, chooseOtherMeanings, listSiblings } from './choose-distractors.ts';
import { matchOutcome, type ComposedCandidate, type ComposeRequest } from './composed-question.ts';
import { listDrafts, type Draft } from './list-drafts.ts';

/** The greatest worth a draft may have, so that scores lie between 0 and 1. */
const GREATEST_WORTH = 1.3;
/**
 * Flaws for which no instructor would hand a question out. The rest are shown to them, as with every writer; how often the key is the
 * longest option is a matter of the whole quiz (`selectQuestions`).
 */
const REFUSED: ReadonlySet<FlawCode> = new Set([
  'ambiguous_reference',
  'unfocused_stem',
  'key_unsupported',
  'grammatical_cue',
  'overlapping_options',
]);

/** Multiple-choice questions that recall what the lesson states, the best first; each rests on a sentence of its own. */
export async function composeMultipleChoice(
  analysis: LessonAnalysis,
  request: ComposeRequest,
): Promise<ComposedCandidate[]> {
  const { embed, signal } = request;
  const levels = new Set(request.levels ?? []);
  const sections = new Set(request.sections ?? []);
  const rated = await rateStatements(analysis, { embed, judge: request.judge, signal });
  const drafts = await runInTurns(listDrafts(analysis, rated));
  const siblings = await runInTurns(listSiblings(analysis, drafts));
  const outcomes = analysis.lesson.outcomes ?? [];
  const similarity = await createSimilarity(
    [
      ...siblings.map(({ text }) => text),
      ...drafts.flatMap(({ term, origin }) => [term, origin.text]),
      ...outcomes.map(({ description }) => description),
    ],
    embed,
    signal,
  );
  const random = createRandom(request.seed);
  const wanted = drafts
    .filter(({ level }) => levels.size === 0 || levels.has(level))
    .filter(({ origin }) => sections.size === 0 || sections.has(origin.section));
  const finished: { draft: Draft; question: ComposedCandidate['question']; worth: number }[] = [];
  for (const draft of wanted) {
    // Of a long lesson there are hundreds; the process has other calls to answer meanwhile.
    await setImmediate();
    signal?.throwIfAborted();
    const others =
      draft.form === 'meaning'
        ? chooseOtherMeanings(draft, drafts, similarity)
        : chooseDistractors(draft, siblings, analysis, similarity);
    if (others === undefined) continue;
    const outcome = matchOutcome(draft.origin.text, outcomes, similarity);
    const question = wordQuestion(draft, others.texts, outcome, random);
    if (question.flaws.some(({ code }) => REFUSED.has(code))) continue;
    finished.push({ draft, question, worth: draft.worth + 0.3 * others.fit });
  }
  return keepApart(finished.toSorted((one, other) => other.worth - one.worth)).map(({ question, worth }) => ({
    question,
    score: Math.min(1, Math.max(0, worth / GREATEST_WORTH)),
  }));
}

/** Of questions on one sentence, or with the same right answer, the best. */
function keepApart<T extends { readonly draft: Draft }>(questions: readonly T[]): T[] {
  const origins = new Set<number>();
  const keys = new Set<string>();
  return questions.filter(({ draft: { origin, key } }) => {
    if (origins.has(origin.index) || keys.has(key.toLowerCase())) return false;
    origins.add(origin.index);
    keys.add(key.toLowerCase());
    return true;
  });
}

function wordQuestion(
  draft: Draft,
  others: readonly string[],
  outcome: string | null,
  random: () => number,
): ComposedCandidate['question'] {
  const options = shuffle(
    [
      { text: upperInitial(draft.key), is_correct: true },
      ...others.map((text) => ({ text: upperInitial(text), is_correct: false })),
    ],
    random,
  );
  const { quote, text: explanation } = draft.origin;
  const checked = { text: draft.stem, type: 'multiple_choice', options, quote } as const;
  return {
    text: draft.stem,
    type: 'multiple_choice',
    blooms_taxonomy: draft.level,
    difficulty: estimateDifficulty(checked, draft.level).difficulty,
    outcome,
    explanation,
    evidence: evidenceOfSentence(draft.origin),
    options,
    key_points: [],
    rubric: null,
    flaws: checkQuestion(checked),
  };
}
