import { overlap } from '../../../../items/words.ts';
import type { ComposedStatement, Source } from '../composed-answer.ts';
import type { AnswerSentence } from './answer-sentence.ts';
import { isStep } from './kind-fit.ts';
import type { RatedSentence, Rating } from './rate-sentences.ts';
import type { Question } from './read-question.ts';

/** Beyond this two sentences say the same. */
const SAME_MEANING = 0.86;
const SAME_WORDS = 0.72;
const MOST_SENTENCES = 5;
const MOST_STEPS = 8;
/** What is worth less than this share of the best says too little to be added. */
const WORTH_ADDING = 0.72;

/** A sentence, with the ones before it that say what it speaks of. */
interface Unit {
  readonly rated: RatedSentence;
  readonly sentences: readonly AnswerSentence[];
}

/**
 * Chooses the sentences that answer and puts them in a readable order: what says most first, in the lesson's order within
 * a passage; steps and the sides of a comparison in paragraphs of their own. At least one, unless none can be shown.
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
      return question.kind === 'steps' || question.kind === 'list' || sentence.listItem
        ? [sentence]
        : undefined;
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

function limitFor({ kind }: Question): number {
  switch (kind) {
    case 'number':
    case 'who':
    case 'when':
    case 'where':
      return 2;
    case 'definition':
    case 'yes_no':
    case 'example':
      return 3;
    case 'reason':
    case 'free':
    case 'comparison':
    case 'list':
      return 4;
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

function sayTheSame(one: Unit, other: Unit, rating: Rating): boolean {
  return (
    overlap(one.rated.sentence.stems, other.rated.sentence.stems) > SAME_WORDS ||
    (rating.byMeaning && rating.likeness(one.rated.sentence, other.rated.sentence) > SAME_MEANING)
  );
}

/** The passage with the best sentence first; in it the lesson's order. Another lesson begins a new paragraph. */
function arrangeProse(units: readonly Unit[]): ComposedStatement[] {
  const groups = Map.groupBy(
    new Set(units.flatMap(({ sentences }) => sentences)),
    ({ passage }) => `${passage.docsourceId} ${passage.section}`,
  );
  const paragraphs: AnswerSentence[][] = [];
  for (const group of groups.values()) {
    const ordered = group.toSorted(inLessonOrder);
    const last = paragraphs.at(-1);
    if (last !== undefined && last[0]?.passage.docsourceId === ordered[0]?.passage.docsourceId)
      last.push(...ordered);
    else paragraphs.push(ordered);
  }
  return toStatements(paragraphs);
}

const inLessonOrder = (one: AnswerSentence, other: AnswerSentence): number =>
  one.passage.docsourceId === other.passage.docsourceId
    ? one.passage.position - other.passage.position || one.startOffset - other.startOffset
    : one.passageRank - other.passageRank;

/** The procedure that the best sentence is part of, a paragraph a step; undefined when it is part of none. */
function arrangeSteps(units: readonly Unit[]): ComposedStatement[] | undefined {
  const best = units[0];
  if (best === undefined) return undefined;
  const near = units.filter(
    ({ rated: { sentence, worth } }) =>
      sentence.passage.docsourceId === best.rated.sentence.passage.docsourceId &&
      Math.abs(sentence.passage.position - best.rated.sentence.passage.position) <= 1 &&
      worth >= 0.45 * best.rated.worth,
  );
  const steps = near.filter(({ rated: { sentence } }) => sentence.listItem || isStep(sentence));
  if (steps.length < 2) return undefined;
  const isListed = steps.filter(({ rated: { sentence } }) => sentence.listItem).length >= 2;
  const kept = isListed ? steps.filter(({ rated: { sentence } }) => sentence.listItem) : steps;
  const shown = new Set<AnswerSentence>();
  const paragraphs: AnswerSentence[][] = [];
  for (const { sentences } of kept
    .toSorted((one, other) => inLessonOrder(one.rated.sentence, other.rated.sentence))
    .slice(0, MOST_STEPS)) {
    const added = sentences.filter((sentence) => !shown.has(sentence));
    for (const sentence of added) shown.add(sentence);
    if (added.length > 0) paragraphs.push(added);
  }
  if (!shown.has(best.rated.sentence)) {
    const lead = best.sentences.filter((sentence) => !shown.has(sentence));
    const before = lead.every((sentence) => inLessonOrder(sentence, paragraphs[0]?.[0] ?? sentence) <= 0);
    if (before) paragraphs.unshift(lead);
    else paragraphs.push(lead);
  }
  return toStatements(paragraphs);
}

/** A sentence that names both, and one or two for each side; undefined when one side has none. */
function arrangeSides(
  units: readonly Unit[],
  [one, other]: NonNullable<Question['sides']>,
  rating: Rating,
): ComposedStatement[] | undefined {
  const best = units[0]?.rated.worth ?? 0;
  const near = units.filter(({ rated }) => rated.worth >= 0.45 * best);
  const holds = (unit: Unit, side: ReadonlySet<string>): boolean =>
    unit.sentences.some(({ stems }) => [...side].every((stem) => stems.has(stem)));
  const both = near.filter((unit) => holds(unit, one) && holds(unit, other)).slice(0, 1);
  const rest = (side: ReadonlySet<string>, without: ReadonlySet<string>): Unit[] =>
    near.filter((unit) => holds(unit, side) && !holds(unit, without));
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
