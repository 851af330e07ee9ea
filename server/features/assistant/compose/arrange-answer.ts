import { overlap } from '#contract/question-rules/words.ts';
import type { ComposedStatement, Source } from '../composed-answer.ts';
import type { AnswerSentence } from './list-sentences.ts';
import { fitDefinition, isStep } from './kind-fit.ts';
import type { RatedSentence, Rating } from './rate-sentences.ts';
import type { Question } from './read-question.ts';

/** Beyond this two sentences say the same. */
const SAME_MEANING = 0.86;
const SAME_WORDS = 0.72;
const MOST_SENTENCES = 5;
const MOST_STEPS = 8;
/** What is worth less than this share of the best says too little to be added. */
const WORTH_ADDING = 0.6;
/** Steps have to be about what was asked: an unrelated procedure does not count. */
const WORTH_OF_AN_ANCHOR = 0.76;
/** A sentence of another lesson has to be nearly as good: it is rarely about the same subject. */
const WORTH_ADDING_FROM_ELSEWHERE = 0.92;
/** What is further from the question than this share of the best shares a word with it, and no more. */
const NEARNESS_OF_ADDED = 0.6;
/**
 * Sentences of which the judge is less sure than of the best, by more than this in log-odds, are not added. Two for a judge
 * that had read less, where one answer in a hundred lost its only right one; moved with the spread of the present one's.
 */
const BEHIND_THE_SUREST = 3;
const STEP_ANCHORS = 4;
const WORTH_OF_A_STEP = 0.45;
const WORTH_OF_A_SIDE = 0.45;

/** A sentence, with the ones before it that say what it speaks of. */
interface Unit {
  readonly rated: RatedSentence;
  readonly sentences: readonly AnswerSentence[];
}

/**
 * Chooses the sentences that answer and puts them in a readable order: what says most first, in the lesson's order within
 * a passage; steps and the sides of a comparison in their own paragraphs. At least one, unless none can be shown.
 */
export function arrangeAnswer(rating: Rating, question: Question): ComposedStatement[] {
  const units = rating.sentences.flatMap((rated) => {
    const sentences = withNamed(rated.sentence, question);
    return sentences === undefined ? [] : [{ rated, sentences }];
  });
  if (units.length === 0) return [];
  if (question.kind === 'steps') {
    const steps = arrangeSteps(units);
    if (steps !== undefined) return steps;
  }
  if (question.sides !== null) {
    const sides = arrangeSides(units, question.sides, rating);
    if (sides !== undefined) return sides;
  }
  return arrangeProse(chooseUnits(units, rating, limitFor(question)));
}

/** The sentence behind those that name what its pronoun means; undefined when it cannot be shown. */
function withNamed(sentence: AnswerSentence, question: Question): AnswerSentence[] | undefined {
  switch (sentence.use) {
    case 'alone':
      return [sentence];
    case 'with_previous': {
      const { previous } = sentence;
      if (previous === undefined) return undefined;
      if (previous.use === 'alone') return [previous, sentence];
      // "It …" after "They …" after the noun: not more than two go along.
      const first = previous.previous;
      return previous.use === 'with_previous' && first?.use === 'alone'
        ? [first, previous, sentence]
        : undefined;
    }
    case 'order':
      return question.kind === 'steps' || question.kind === 'list' ? [sentence] : undefined;
    case 'organisation':
      return isAboutOrganisation(question) ? [sentence] : undefined;
    case 'question':
    case 'unusable':
      return undefined;
  }
}

const ORGANISATION_STEMS = new Set(
  'homework assignment problem exam quiz midterm deadline due office week time lectur clas calculator syllabu read bring hand submit'.split(
    ' ',
  ),
);
function isAboutOrganisation({ stems }: Question): boolean {
  return [...stems].some((stem) => ORGANISATION_STEMS.has(stem));
}

/** On the tuning questions one more than says it all holds the right sentence more often, and is still read at a glance. */
function limitFor({ kind }: Question): number {
  switch (kind) {
    case 'number':
    case 'who':
    case 'when':
    case 'where':
      return 3;
    case 'definition':
    case 'yes_no':
    case 'example':
      return 4;
    case 'reason':
    case 'free':
    case 'comparison':
    case 'list':
    case 'steps':
      return MOST_SENTENCES;
  }
}

function chooseUnits(units: readonly Unit[], rating: Rating, most: number): Unit[] {
  const best = units[0]?.rated.worth ?? 0;
  const chosen: Unit[] = [];
  const shown = new Set<AnswerSentence>();
  for (const unit of units) {
    if (unit.rated.worth < WORTH_ADDING * best) break;
    if (!goesWith(unit, units[0], rating)) continue;
    const added = unit.sentences.filter((sentence) => !shown.has(sentence));
    if (added.length === 0) continue;
    if (chosen.length > 0 && shown.size + added.length > most) continue;
    if (chosen.some((other) => sayTheSame(unit, other, rating))) continue;
    chosen.push(unit);
    for (const sentence of added) shown.add(sentence);
    if (shown.size >= most) break;
  }
  return chosen;
}

function goesWith({ rated }: Unit, best: Unit | undefined, { byMeaning, surest }: Rating): boolean {
  if (best === undefined || best.rated === rated) return true;
  if (surest !== undefined && (rated.odds ?? Number.NEGATIVE_INFINITY) < surest - BEHIND_THE_SUREST)
    return false;
  if (byMeaning && rated.meaning < NEARNESS_OF_ADDED * best.rated.meaning) return false;
  return (
    rated.sentence.passage.documentSourceId === best.rated.sentence.passage.documentSourceId ||
    rated.worth >= WORTH_ADDING_FROM_ELSEWHERE * best.rated.worth
  );
}

function sayTheSame(one: Unit, other: Unit, rating: Rating): boolean {
  return (
    overlap(one.rated.sentence.stems, other.rated.sentence.stems) > SAME_WORDS ||
    (rating.byMeaning && rating.likeness(one.rated.sentence, other.rated.sentence) > SAME_MEANING)
  );
}

/**
 * The best sentence first, with those that follow it in the lesson; then the next best with those around it.
 * Another lesson begins a new paragraph.
 */
function arrangeProse(units: readonly Unit[]): ComposedStatement[] {
  const shown = new Set(units.flatMap(({ sentences }) => sentences));
  const runs = new Map<AnswerSentence, AnswerSentence[]>();
  // What was asked for is not kept waiting by what the lesson happens to say before it.
  const start = units[0]?.sentences[0];
  for (const sentence of [...shown].toSorted(inLessonOrder)) {
    const { previous } = sentence;
    const run = previous === undefined || sentence === start ? undefined : runs.get(previous);
    if (run === undefined) runs.set(sentence, [sentence]);
    else {
      run.push(sentence);
      runs.set(sentence, run);
    }
  }
  const paragraphs = new Map<string, AnswerSentence[]>();
  for (const run of new Set([...shown].map((sentence) => runs.get(sentence) ?? [sentence]))) {
    const lesson = run[0]?.passage.documentSourceId ?? '';
    paragraphs.set(lesson, [...(paragraphs.get(lesson) ?? []), ...run]);
  }
  return toStatements([...paragraphs.values()]);
}

const inLessonOrder = (one: AnswerSentence, other: AnswerSentence): number =>
  one.passage.documentSourceId === other.passage.documentSourceId
    ? one.passage.position - other.passage.position || one.startOffset - other.startOffset
    : one.passageRank - other.passageRank;

/**
 * The procedure that the best sentences are part of, whole and in the lesson's order, a paragraph a step; undefined when
 * they are part of none.
 */
function arrangeSteps(units: readonly Unit[]): ComposedStatement[] | undefined {
  const most = units[0]?.rated.worth ?? 0;
  for (const anchor of units.slice(0, STEP_ANCHORS)) {
    if (anchor.rated.worth < WORTH_OF_AN_ANCHOR * most) return undefined;
    const steps = arrangeStepsAt(anchor, units);
    if (steps !== undefined) return steps;
  }
  return undefined;
}

function arrangeStepsAt(best: Unit, units: readonly Unit[]): ComposedStatement[] | undefined {
  const isPart = ({ sentence }: RatedSentence): boolean => sentence.listItem || isStep(sentence);
  const seeds = units.filter(
    ({ rated }) =>
      isPart(rated) &&
      rated.sentence.passage.documentSourceId === best.rated.sentence.passage.documentSourceId &&
      Math.abs(rated.sentence.passage.position - best.rated.sentence.passage.position) <= 1 &&
      (rated.worth >= WORTH_OF_A_STEP * best.rated.worth ||
        // The list that "The steps are:" leads to.
        (rated.sentence.listItem && rated.sentence.previous === best.rated.sentence)),
  );
  const first = seeds[0];
  if (first === undefined) return undefined;
  const bySentence = new Map(units.map((unit) => [unit.rated.sentence, unit]));
  const chain = new Set([
    first,
    ...seeds.filter(({ rated }) => rated.sentence.listItem === first.rated.sentence.listItem),
  ]);
  // A step next to a step belongs to it, however few words it shares with the question.
  for (let size = 0; size < chain.size && chain.size < MOST_STEPS;) {
    size = chain.size;
    for (const unit of units) {
      const before = unit.rated.sentence.previous;
      const earlier = before === undefined ? undefined : bySentence.get(before);
      if (earlier === undefined || !isPart(unit.rated) || !isPart(earlier.rated)) continue;
      if (unit.rated.sentence.listItem !== earlier.rated.sentence.listItem) continue;
      if (chain.has(unit)) chain.add(earlier);
      else if (chain.has(earlier)) chain.add(unit);
    }
  }
  if (chain.size < 2) return undefined;
  const shown = new Set<AnswerSentence>();
  const paragraphs: AnswerSentence[][] = [];
  const add = (sentences: readonly AnswerSentence[], atFront = false): void => {
    const added = sentences.filter((sentence) => !shown.has(sentence));
    for (const sentence of added) shown.add(sentence);
    if (added.length === 0) return;
    if (atFront) paragraphs.unshift(added);
    else paragraphs.push(added);
  };
  for (const { sentences } of [...chain]
    .toSorted((one, other) => inLessonOrder(one.rated.sentence, other.rated.sentence))
    .slice(0, MOST_STEPS))
    add(sentences);
  const start = paragraphs[0]?.[0];
  add(best.sentences, start !== undefined && inLessonOrder(best.rated.sentence, start) < 0);
  return toStatements(paragraphs);
}

/** A sentence that names both, and one or two for each side; undefined when one side has none. */
function arrangeSides(
  units: readonly Unit[],
  [one, other]: NonNullable<Question['sides']>,
  rating: Rating,
): ComposedStatement[] | undefined {
  const best = units[0]?.rated.worth ?? 0;
  const nearest = Math.max(0, ...units.map(({ rated }) => rated.meaning));
  const near = units.filter(
    ({ rated }) =>
      rated.worth >= WORTH_OF_A_SIDE * best &&
      (!rating.byMeaning || rated.meaning >= NEARNESS_OF_ADDED * nearest),
  );
  const holds = (unit: Unit, side: ReadonlySet<string>): boolean =>
    unit.sentences.some(({ stems }) => [...side].every((stem) => stems.has(stem)));
  const both = near.filter((unit) => holds(unit, one) && holds(unit, other)).slice(0, 1);
  const rest = (side: ReadonlySet<string>, without: ReadonlySet<string>): Unit[] =>
    near
      .filter((unit) => holds(unit, side) && !holds(unit, without))
      .toSorted((unit, other) => worthFor(other, side) - worthFor(unit, side));
  // "Mass is …, weight is …": what each is distinguishes them best.
  const worthFor = ({ rated }: Unit, side: ReadonlySet<string>): number =>
    rated.worth + 0.5 * fitDefinition(rated.sentence.text, side);
  const seen: Unit[] = [...both];
  const take = (from: readonly Unit[], count: number): Unit[] => {
    const taken: Unit[] = [];
    for (const unit of from) {
      if (taken.length >= count) break;
      if (seen.some((known) => known === unit || sayTheSame(unit, known, rating))) continue;
      taken.push(unit);
      seen.push(unit);
    }
    return taken;
  };
  const first = take(rest(one, other), both.length > 0 ? 1 : 2);
  const second = take(rest(other, one), both.length > 0 ? 1 : 2);
  if (both.length === 0 && (first.length === 0 || second.length === 0)) return undefined;
  const shown = new Set<AnswerSentence>();
  const paragraphs = [both, first, second].map((paragraph) =>
    paragraph
      .flatMap(({ sentences }) => sentences)
      .filter((sentence) => !shown.has(sentence) && shown.add(sentence))
      .toSorted(inLessonOrder),
  );
  return toStatements(paragraphs.filter((paragraph) => paragraph.length > 0));
}

function toStatements(paragraphs: readonly (readonly AnswerSentence[])[]): ComposedStatement[] {
  return paragraphs.flatMap((sentences, paragraph) =>
    sentences.map((sentence): ComposedStatement => ({
      text: sentence.quote.replace(/\s+/gu, ' '),
      kind: 'quoted',
      paragraph,
      sources: [sourceOf(sentence)],
    })),
  );
}

export const sourceOf = ({ passage, quote }: AnswerSentence): Source => ({ passage, quote });
