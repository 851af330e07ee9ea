import type { LessonAnalysis } from '../../../language/analysis.ts';
import { createRandom } from '../../../language/random.ts';
import { evidenceOfSentence } from '../../../language/evidence-of-passage.ts';
import type { LessonOutcome } from '../../../language/lesson-text.ts';
import { createSimilarity } from '../../../language/similarity.ts';
import type { Similarity } from '../../../language/similarity.ts';
import { estimateDifficulty } from '../../../../items/difficulty/estimate-difficulty.ts';
import { checkSet } from '../../../../items/checks/check-item.ts';
import { createLessonSupport } from '../../../../items/checks/lesson-support.ts';
import type { LessonSource } from '../../../../items/checks/source-criteria.ts';
import type { Candidate, Distractor } from './candidate.ts';
import { chooseOptions, shortlist } from './choose-options.ts';
import type { ChosenOptions } from './choose-options.ts';
import type { ComposedQuestion, ComposeRequest } from './composed-question.ts';
import { judgeCandidates } from './judge-candidates.ts';
import { listCandidates, weighStems, worthOf } from './list-candidates.ts';
import { matchOutcome } from './match-outcomes.ts';
import { createPositions } from './key-positions.ts';
import { levelShares, orderCandidates } from './order-candidates.ts';
import type { Ranked } from './order-candidates.ts';

/** How much an instructor's likely verdict weighs beside the form and the weight of what is asked. */
const MERIT_WEIGHT = 1.6;

/** Multiple-choice questions on a lesson; at most `request.count`, fewer when it carries no more. */
export async function composeMultipleChoice(
  analysis: LessonAnalysis,
  request: ComposeRequest,
): Promise<ComposedQuestion[]> {
  const random = createRandom(request.seed);
  const ranked = rankCandidates(analysis, request, random);
  const source: LessonSource = {
    passages: analysis.lesson.passages.map((passage) => passage.text),
    support: createLessonSupport(analysis.sentences.map((sentence) => sentence.text)),
  };
  const outcomes = chosenOutcomes(analysis, request);
  const shortlisted = shortlistBest(ranked, source, request);
  const judged = await judgeCandidates(analysis.lesson.title, shortlisted, request);
  const pools = new Map([...judged].map(([candidate, { pool }]) => [candidate, pool]));
  const similarity = await createSimilarity(textsToCompare(pools, outcomes), request.embed, request.signal);
  return pickQuestions(
    ranked.flatMap((item) => {
      const merit = judged.get(item.candidate)?.merit;
      return merit === undefined ? [] : [{ ...item, worth: item.worth + MERIT_WEIGHT * (merit - 0.5) }];
    }),
    pools,
    similarity,
    source,
    outcomes,
    request,
    random,
  );
}

function rankCandidates(analysis: LessonAnalysis, request: ComposeRequest, random: () => number): Ranked[] {
  const centrality = weighStems(analysis);
  const levels = new Set(request.taxonomyLevels ?? []);
  const sections = new Set(request.sections ?? []);
  return listCandidates(analysis, random)
    .filter(({ sentence }) => sections.size === 0 || sections.has(sentence.section))
    .filter((candidate) => levels.size === 0 || levels.has(candidate.level))
    .map((candidate) => ({
      candidate,
      worth: worthOf(candidate, analysis, centrality) + random() * 0.1 + difficultyBonus(candidate, request),
    }));
}

function difficultyBonus(candidate: Candidate, request: ComposeRequest): number {
  const wanted = request.difficulty ?? 'mixed';
  if (wanted === 'mixed') return 0;
  const hardness = LEVEL_HARDNESS[candidate.level] ?? 0.3;
  return wanted === 'hard'
    ? hardness * 0.5
    : wanted === 'easy'
      ? (1 - hardness) * 0.5
      : 0.3 - Math.abs(hardness - 0.5) * 0.5;
}

const LEVEL_HARDNESS: Readonly<Record<string, number>> = {
  remember: 0.1,
  understand: 0.45,
  apply: 0.6,
  analyze: 0.75,
};

function chosenOutcomes(analysis: LessonAnalysis, request: ComposeRequest): readonly LessonOutcome[] {
  const all = analysis.lesson.outcomes ?? [];
  const wanted = new Set(request.outcomes ?? []);
  return wanted.size === 0 ? all : all.filter((outcome) => wanted.has(outcome.short_name));
}

/** Shortlists wrong answers for the candidates most likely to be asked: some more than are needed, so that some may fail. */
function shortlistBest(
  ranked: readonly Ranked[],
  source: LessonSource,
  request: ComposeRequest,
): Map<Candidate, Distractor[]> {
  const { count } = request;
  const pools = new Map<Candidate, Distractor[]>();
  // Where questions may yet be turned away for their difficulty or outcome, more are made ready.
  const strict = (request.difficulty ?? 'mixed') !== 'mixed' || request.criteria === 'outcomes';
  const wanted = Math.ceil(count * (strict ? 2.6 : 1.8)) + 8;
  const order = orderCandidates(ranked, levelShares(request.taxonomyLevels ?? []));
  let next = order.next();
  while (!next.done && pools.size < wanted) {
    const pool = shortlist(next.value, source, count > 20 ? 8 : 10);
    if (pool.length >= 2) pools.set(next.value, pool);
    next = order.next(pool.length >= 2);
  }
  // Other forms of the same sentences, in case the first cannot be finished.
  for (const { candidate } of [...ranked].sort((one, other) => other.worth - one.worth)) {
    if (pools.size >= wanted * (count > 20 ? 1.1 : 1.5)) break;
    if (pools.has(candidate)) continue;
    const pool = shortlist(candidate, source, 6);
    if (pool.length >= 2) pools.set(candidate, pool);
  }
  return pools;
}

function textsToCompare(
  pools: ReadonlyMap<Candidate, readonly Distractor[]>,
  outcomes: readonly LessonOutcome[],
): Set<string> {
  const texts = new Set<string>();
  for (const [candidate, pool] of pools) {
    if (outcomes.length > 0 || !candidate.numeric) texts.add(candidate.explanation);
    if (candidate.numeric) continue;
    texts.add(candidate.key);
    for (const { text } of pool) texts.add(text);
  }
  for (const { description } of outcomes) texts.add(description);
  return texts;
}

function pickQuestions(
  ranked: readonly Ranked[],
  pools: ReadonlyMap<Candidate, readonly Distractor[]>,
  similarity: Similarity,
  source: LessonSource,
  outcomes: readonly LessonOutcome[],
  request: ComposeRequest,
  random: () => number,
): ComposedQuestion[] {
  const positions = createPositions(random);
  const questions: ComposedQuestion[] = [];
  const postponed: ComposedQuestion[] = [];
  const wanted = request.difficulty ?? 'mixed';
  let longest = 0;
  const order = orderCandidates(
    steerByOutcome(ranked, outcomes, similarity, request),
    levelShares(request.taxonomyLevels ?? []),
  );
  let next = order.next();
  while (!next.done && questions.length < request.count) {
    const candidate = next.value;
    // One key in four may be the longest option, as chance would have it: no more, no fewer.
    const keyLongest = (longest + 0.5) / (questions.length + 1) <= 0.27;
    const wishes = { keyLongest, keyPosition: positions.next, difficulty: wanted } as const;
    const pool = pools.get(candidate) ?? [];
    let chosen = chooseOptions(candidate, pool, similarity, source, wishes, random);
    const mayDiffer = keyLongest || (longest + 0.5) / Math.max(questions.length + 1, 8) <= 0.3;
    if (!chosen && mayDiffer)
      chosen = chooseOptions(
        candidate,
        pool,
        similarity,
        source,
        { ...wishes, keyLongest: !keyLongest },
        random,
      );
    const question = chosen && writeQuestion(candidate, chosen, outcomes, similarity);
    const sound =
      question !== undefined &&
      (wanted === 'mixed' || question.difficulty === wanted) &&
      isNew(question, questions);
    const crowded = sound && request.criteria === 'difficulty' && isCrowded(question, questions, request);
    if (sound && !crowded) {
      questions.push(question);
      if (chosen?.keyIsLongest) longest += 1;
      positions.take(question.options);
    }
    if (crowded) postponed.push(question);
    next = order.next(sound);
  }
  for (const question of postponed)
    if (questions.length < request.count && isNew(question, questions)) questions.push(question);
  return questions;
}

/** Steered by difficulty and none asked for: no difficulty takes more than two fifths while others may be had. */
function isCrowded(
  question: ComposedQuestion,
  before: readonly ComposedQuestion[],
  request: ComposeRequest,
): boolean {
  if ((request.difficulty ?? 'mixed') !== 'mixed') return false;
  return before.filter(({ difficulty }) => difficulty === question.difficulty).length >= request.count * 0.4;
}

/** Steered by outcomes, only what serves one is asked; with outcomes chosen, what serves them comes first. */
function steerByOutcome(
  ranked: readonly Ranked[],
  outcomes: readonly LessonOutcome[],
  similarity: Similarity,
  request: ComposeRequest,
): readonly Ranked[] {
  const strict = request.criteria === 'outcomes';
  if (outcomes.length === 0 || (!strict && (request.outcomes?.length ?? 0) === 0)) return ranked;
  return ranked
    .map(({ candidate, worth }): Ranked => {
      const outcome = matchOutcome(candidate.explanation, outcomes, similarity);
      return { candidate, worth: worth + (outcome === null ? 0 : 0.5), outcome };
    })
    .filter(({ outcome }) => !strict || outcome !== null);
}

function isNew(question: ComposedQuestion, before: readonly ComposedQuestion[]): boolean {
  const checked = [...before, question].map((item) => ({ ...item, quote: item.evidence.quote }));
  return (checkSet(checked).at(-1) ?? []).length === 0;
}

function writeQuestion(
  candidate: Candidate,
  chosen: ChosenOptions,
  outcomes: readonly LessonOutcome[],
  similarity: Similarity,
): ComposedQuestion {
  return {
    text: candidate.stem,
    type: 'multiple_choice',
    blooms_taxonomy: candidate.level,
    difficulty: estimateDifficulty(
      {
        text: candidate.stem,
        type: 'multiple_choice',
        options: chosen.options,
        quote: candidate.sentence.quote,
      },
      candidate.level,
    ).difficulty,
    outcome: matchOutcome(candidate.explanation, outcomes, similarity),
    explanation: candidate.explanation,
    evidence: evidenceOfSentence(candidate.sentence),
    options: chosen.options,
    key_points: [],
    rubric: null,
    flaws: [],
  };
}
