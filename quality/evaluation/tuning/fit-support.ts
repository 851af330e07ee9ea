import { ANSWER_PASSAGES } from '#server/features/assistant/compose/compose-answer.ts';
import { judgeSentences, rateSentences } from '#server/features/assistant/compose/rate-sentences.ts';
import { listSentences } from '#server/features/assistant/compose/list-sentences.ts';
import { isOutsideLessons } from '#server/features/assistant/compose/outside-lessons.ts';
import { readQuestion } from '#server/features/assistant/compose/read-question.ts';
import { readSupport, SUPPORT_SIGNALS } from '#server/features/assistant/compose/support-signals.ts';
import { weighWords } from '#server/features/assistant/compose/compare-words.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import { searchPassages } from '#server/features/search/search-passages.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import { meaningWords, shareWithin } from '../measures/content-words.ts';
import type { Library } from '../run/open-library.ts';
import { fitLogisticRegression, logOddsOf, type Example, type Regression } from './logistic-regression.ts';
import type { TuningQuestions } from './read-tuning.ts';

/** One question put to the library, or to what is left of it. */
interface Trial extends Example {
  /** The lesson it is about; questions about none take turns. */
  readonly lesson: string;
  readonly kind: string;
  /** Made by taking passages away: easier or less sure than what somebody wrote. */
  readonly made: boolean;
}

/** Found at once, so that passages can be taken away and enough are left. */
const SEARCHED = 60;
const HELD_SHARE = 0.8;
const LESSON_MISSING_WEIGHT = 0.2;
const PASSAGE_MISSING_WEIGHT = 0.4;
/** Written to differ by a word from a question with an answer: harder than what people ask. */
const MINIMAL_PAIR_WEIGHT = 0.5;
/** Of the answerable questions this share may be refused. */
const REFUSED_SHARE = 0.05;
const LOOKED_AT = 8;

/**
 * Fits the weights by which `judgeSupport` decides, and says how they do on lessons left out. An answerable question is also
 * put to the library without its lesson, and without the passages that hold its answer: the nearest misses there are.
 * @returns the weights of `judge-support.ts`, and the figures
 */
export async function fitSupport(
  library: Library,
  questions: TuningQuestions,
  embed: Embed,
): Promise<{ readonly constants: string; readonly figures: string }> {
  const byMeaning = fit(await listTrials(library, questions, embed));
  const wordsOnly = fit(await listTrials(library, questions, undefined));
  return {
    constants: [
      print('SUPPORT_WEIGHTS', byMeaning.regression),
      print('WORDS_ONLY_WEIGHTS', wordsOnly.regression),
    ].join('\n\n'),
    figures: [`By meaning: ${byMeaning.figures}`, `By words alone: ${wordsOnly.figures}`].join('\n'),
  };
}

async function listTrials(
  library: Library,
  { answerable, unanswerable }: TuningQuestions,
  embed: Embed | undefined,
): Promise<Trial[]> {
  const trials: Trial[] = [];
  const names = [...library.lessons.keys()];
  const add = async (
    text: string,
    about: Omit<Trial, 'signals'>,
    keep: (passage: FoundPassage) => boolean = () => true,
  ): Promise<void> => {
    const signals = await readSignals(library, text, embed, keep);
    if (signals !== undefined) trials.push({ ...about, signals });
  };
  for (const [index, { question, kind, near }] of unanswerable.entries())
    await add(question, {
      lesson: near ?? names[index % names.length] ?? '',
      kind,
      isPositive: false,
      weight: kind.startsWith('judge_') ? MINIMAL_PAIR_WEIGHT : 1,
      made: false,
    });
  for (const { question, lesson, quotes } of answerable) {
    const documentSourceId = library.lessons.get(lesson)?.documentSourceId;
    const holds = (passage: FoundPassage): boolean =>
      passage.documentSourceId === documentSourceId &&
      quotes.some((quote) => shareWithin(meaningWords(quote), meaningWords(passage.text)) >= HELD_SHARE);
    const negative = { lesson, isPositive: false, made: true };
    await add(question, { lesson, kind: 'answerable', isPositive: true, weight: 1, made: false });
    await add(
      question,
      { ...negative, kind: 'lesson_missing', weight: LESSON_MISSING_WEIGHT },
      (passage) => passage.documentSourceId !== documentSourceId,
    );
    await add(
      question,
      { ...negative, kind: 'passage_missing', weight: PASSAGE_MISSING_WEIGHT },
      (passage) => !holds(passage),
    );
  }
  return trials;
}

/** Undefined where something else decides already. */
async function readSignals(
  { dependencies, actor }: Library,
  text: string,
  embed: Embed | undefined,
  keep: (passage: FoundPassage) => boolean,
): Promise<number[] | undefined> {
  const found = await searchPassages(dependencies, actor, { text, limit: SEARCHED });
  const passages = found.passages
    .filter((passage) => keep(passage) && (embed !== undefined || passage.wordRank !== null))
    .map((passage) => (embed === undefined ? { ...passage, similarity: null } : passage))
    .slice(0, ANSWER_PASSAGES);
  const question = readQuestion(text);
  const weights = weighWords(passages);
  const rating = await judgeSentences(
    await rateSentences(listSentences(passages), question, weights, embed),
    question,
    embed === undefined ? undefined : (...judged) => dependencies.semanticSearch.judge(...judged),
  );
  const nearest = rating.sentences.slice(0, LOOKED_AT).map(({ sentence }) => sentence);
  if (question.stems.size === 0 || nearest.length === 0 || isOutsideLessons(text, nearest, rating.surest))
    return undefined;
  const signals = await readSupport(question, rating, passages, weights, embed);
  return SUPPORT_SIGNALS.map((name) => signals[name]);
}

/** Fits on all, with the threshold that lets pass all but a twentieth of the questions of lessons left out. */
function fit(trials: readonly Trial[]): { regression: Regression; figures: string } {
  const lessons = [...new Set(trials.map(({ lesson }) => lesson))];
  const unseen = new Map<Trial, number>();
  for (const lesson of lessons) {
    const regression = fitLogisticRegression(trials.filter((trial) => trial.lesson !== lesson));
    for (const trial of trials)
      if (trial.lesson === lesson) unseen.set(trial, logOddsOf(regression, trial.signals));
  }
  const oddsOf = (trial: Trial): number => unseen.get(trial) ?? 0;
  const answered = trials
    .filter(({ isPositive }) => isPositive)
    .map(oddsOf)
    .toSorted((one, other) => one - other);
  const threshold = answered[Math.floor(REFUSED_SHARE * answered.length)] ?? 0;
  const { bias, weights } = fitLogisticRegression(trials);
  const kinds = Map.groupBy(trials, ({ kind }) => kind);
  const figures = [...kinds]
    .map(([kind, of]) => {
      const refused = of.filter((trial) => oddsOf(trial) < threshold).length;
      return `${kind} refused ${((100 * refused) / of.length).toFixed(0)} % of ${of.length}`;
    })
    .join(', ');
  return { regression: { bias: bias - threshold, weights }, figures };
}

function print(name: string, { bias, weights }: Regression): string {
  const lines = SUPPORT_SIGNALS.map((signal, at) => `    ${signal}: ${(weights[at] ?? 0).toFixed(3)},`);
  return [
    `export const ${name}: SupportWeights = {`,
    `  bias: ${bias.toFixed(3)},`,
    '  weights: {',
    ...lines,
    '  },',
    '};',
  ].join('\n');
}
