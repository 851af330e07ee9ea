import { isStopWord, listWords } from '#contract/question-rules/words.ts';
import type { Embed } from '#server/language/lesson-text.ts';
import type { FoundPassage } from '#server/features/search/found-passage.ts';
import type { RatedSentence, Rating } from './rate-sentences.ts';
import type { Question } from './read-question.ts';
import { coverageOf, compareWords, type WordWeights } from './compare-words.ts';

export const SUPPORT_SIGNALS = [
  /** Cosine of the question to the nearest sentence, and how far that stands out among the others. */
  'meaning',
  'meaningMargin',
  /** Cosine to the nearest passage. */
  'passage',
  /** Share of the question's words in the best sentence, the same words only. */
  'words',
  /** Of the likeliest answer among the best sentences: cosine, and how far it stands out in its lesson. */
  'caseMeaning',
  'ownMargin',
  /** How well the question's words are held there, in these words or others: mean, least, and the weightiest gap. */
  'caseSoft',
  'caseLeast',
  'caseGap',
  /** How much nearer the question would come without words that find nothing there. */
  'caseLosses',
  /** How well the passage of it holds the words on which the question's meaning hangs, and the weightiest gap. */
  'passageHeld',
  'passageGap',
  /** Share of the question's words that no passage holds. */
  'unknownShare',
  /** Asked what something is: no sentence defines it; none even holds its whole name. */
  'definitionMissing',
  'termBroken',
  'yesNo',
  /** Share of neighbouring words of the question that are in one sentence. */
  'pairsHeld',
  /** Asked for a number, a person or a time, and the likeliest answer has none, though its meaning is near. */
  'missingButNear',
  /** All the words are there but a weighty one. */
  'exactButOne',
  /** Log-odds of the sentence of which the judge is surest, the mean of three, and how far the first stands out. */
  'judged',
  'judgedThree',
  'judgedMargin',
] as const;
export type SupportSignal = (typeof SUPPORT_SIGNALS)[number];
/** What can be seen of whether passages answer a question; nearly all from 0 to 1, those of the judge from -8 to 8. */
export type SupportSignals = Readonly<Record<SupportSignal, number>>;

/** Sentences that are looked at as possible answers. */
const LOOKED_AT = 5;
const WINDOW_WORDS = 40;
const PASSAGE_WORDS = 60;
const READ_CHARACTERS = 2_000;
/** A word that hardly changes what a question means still counts this much. */
const LEAST_IMPORTANCE = 0.02;

/** A sentence as the answer that the question may have. */
interface Case {
  readonly meaning: number;
  readonly ownMargin: number;
  readonly words: number;
  readonly soft: number;
  readonly least: number;
  readonly gap: number;
  readonly losses: number;
  readonly passageHeld: number;
  readonly passageGap: number;
  /** Whether the number, person or time that is asked for is there, 0 to 1. */
  readonly fit: number;
}

/** Where no sentence was found. */
const NO_CASE: Case = {
  meaning: 0,
  ownMargin: 0,
  words: 0,
  soft: 0,
  least: 0,
  gap: 1,
  losses: 0,
  passageHeld: 0,
  passageGap: 1,
  fit: 0,
};

/**
 * Computes the signals that distinguish a question that the passages answer from one that only shares their subject.
 * @throws what `embed` throws, except `TextEmbedderUnavailableError`
 */
export async function readSupport(
  question: Question,
  rating: Rating,
  passages: readonly FoundPassage[],
  weights: WordWeights,
  embed: Embed | undefined,
  signal?: AbortSignal,
): Promise<SupportSignals> {
  const shown = rating.sentences.filter(({ sentence }) => sentence.use !== 'question');
  const top = shown.slice(0, LOOKED_AT);
  const asked = [...question.words];
  const cases = await readCases(question, rating, shown, weights, embed, signal);
  const isChecked = question.kind === 'number' || question.kind === 'who' || question.kind === 'when';
  const strength = (each: Case): number =>
    each.meaning + 0.7 * each.soft - each.losses + (isChecked ? 0.5 * each.fit : 0);
  const best = cases.toSorted((one, other) => strength(other) - strength(one))[0] ?? NO_CASE;
  const meanings = shown.map(({ meaning }) => meaning).toSorted((one, other) => other - one);
  const meaning = meanings[0] ?? 0;
  const isDefinition = question.kind === 'definition';
  const holdsAll = top.some(({ sentence }) => asked.every(([stem]) => sentence.stems.has(stem)));
  return {
    meaning,
    meaningMargin: meaning - mean(meanings.slice(5, 25)),
    passage: Math.max(0, ...passages.map(({ similarity }) => similarity ?? 0)),
    words: Math.max(0, ...top.map(({ words }) => words)),
    caseMeaning: best.meaning,
    ownMargin: best.ownMargin,
    caseSoft: best.soft,
    caseLeast: best.least,
    caseGap: best.gap,
    caseLosses: best.losses,
    passageHeld: best.passageHeld,
    passageGap: best.passageGap,
    unknownShare: share(asked, ([stem]) => !weights.isKnown(stem), 1),
    definitionMissing: isDefinition ? 1 - Math.max(0, ...top.map(({ fit }) => fit)) : 0,
    termBroken: isDefinition && asked.length <= 4 && !holdsAll ? 1 : 0,
    yesNo: question.kind === 'yes_no' ? 1 : 0,
    pairsHeld: share(
      asked.slice(1).map(([stem], at) => [asked[at]?.[0] ?? '', stem] as const),
      (pair) => top.some(({ sentence }) => pair.every((stem) => sentence.stems.has(stem))),
      1,
    ),
    missingButNear: (isChecked ? 1 - best.fit : 0) * meaning,
    exactButOne: best.words * best.passageGap,
    ...readOdds(shown),
  };
}

function readOdds(
  shown: readonly RatedSentence[],
): Pick<SupportSignals, 'judged' | 'judgedThree' | 'judgedMargin'> {
  const odds = shown
    .flatMap((rated) => (rated.odds === undefined ? [] : [rated.odds]))
    .toSorted((one, other) => other - one);
  const [first = 0, ...others] = odds;
  return {
    judged: first,
    judgedThree: mean(odds.slice(0, 3)),
    judgedMargin: others.length === 0 ? 0 : first - mean(others.slice(0, 4)),
  };
}

async function readCases(
  question: Question,
  rating: Rating,
  shown: readonly RatedSentence[],
  weights: WordWeights,
  embed: Embed | undefined,
  signal: AbortSignal | undefined,
): Promise<Case[]> {
  const asked = [...question.words];
  const looked = shown
    .slice(0, LOOKED_AT)
    .map((rated) => ({ rated, near: wordsAround(rated), wide: wordsOfPassage(rated) }));
  const likeness = await compareWords(
    [...question.words.values(), ...looked.flatMap(({ near, wide }) => [...near, ...wide])],
    rating.byMeaning ? embed : undefined,
    signal,
  );
  const importance = asked.map(([stem]) => Math.max(LEAST_IMPORTANCE, rating.importanceOf(stem)));
  const coverage = (words: readonly string[]): number[] =>
    asked.map(([stem, word]) => coverageOf(stem, word, words, likeness));
  return looked.map(({ rated, near, wide }): Case => {
    const held = coverage(near);
    const heldInPassage = coverage([...near, ...wide]);
    return {
      meaning: rated.meaning,
      ownMargin: rated.meaning - mean(othersOfLesson(rated, shown).slice(1, 8)),
      words: rated.wordsAround,
      soft: weighedMean(
        held,
        asked.map(([stem]) => weights.of(stem)),
      ),
      least: asked.length === 0 ? 0 : Math.min(...held),
      gap: weightiestGap(held, importance),
      losses: asked.reduce(
        (sum, [stem]) =>
          sum + Math.max(0, (rating.meaningWithout(stem, rated.sentence) ?? 0) - rated.meaning),
        0,
      ),
      passageHeld: weighedMean(heldInPassage, importance),
      passageGap: weightiestGap(heldInPassage, importance),
      fit: rated.fit,
    };
  });
}

/** The nearness of the other sentences of the same lesson, the nearest first. */
function othersOfLesson(rated: RatedSentence, shown: readonly RatedSentence[]): number[] {
  return shown
    .filter(
      (other) =>
        other !== rated &&
        other.sentence.passage.documentSourceId === rated.sentence.passage.documentSourceId,
    )
    .map(({ meaning }) => meaning)
    .toSorted((one, other) => other - one);
}

function wordsAround({ sentence }: RatedSentence): string[] {
  const { passage, previous } = sentence;
  return meaningWords(
    [sentence.text, previous?.text ?? '', passage.heading ?? '', passage.lessonTitle].join(' '),
    WINDOW_WORDS,
  );
}

const wordsOfPassage = ({ sentence: { passage } }: RatedSentence): string[] =>
  meaningWords(passage.text.slice(0, READ_CHARACTERS), PASSAGE_WORDS);

const meaningWords = (text: string, most: number): string[] =>
  [...new Set(listWords(text).filter((word) => !isStopWord(word)))].slice(0, most);

const weightiestGap = (held: readonly number[], importance: readonly number[]): number =>
  Math.max(0, ...held.map((cover, at) => (1 - cover) * (importance[at] ?? 0)));

function weighedMean(values: readonly number[], weights: readonly number[]): number {
  const all = weights.reduce((sum, weight) => sum + weight, 0);
  return all === 0 ? 0 : values.reduce((sum, value, index) => sum + value * (weights[index] ?? 0), 0) / all;
}

function share<Item>(items: readonly Item[], isSo: (item: Item) => boolean, ofNone: number): number {
  return items.length === 0 ? ofNone : items.filter(isSo).length / items.length;
}

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
