import { contentStems, overlap } from '#contract/question-rules/words.ts';
import type { ObjectGenerator } from '#server/ai/text-generator.ts';
import { isReadAsText, isTeaching } from '#server/documents/passage.ts';
import { analyzeLessonInTurns } from '#server/language/analysis.ts';
import { findApposition } from '#server/language/appositions.ts';
import { upperInitial } from '#server/language/clean-sentence.ts';
import { findDefinition, findNaming } from '#server/language/definitions.ts';
import type { Embed, LessonText, LessonPassage } from '#server/language/lesson-text.ts';
import { createSimilarity, type Similarity } from '#server/language/similarity.ts';
import type { BloomLevel } from '../compose/composed-question.ts';
import { headOf } from '../compose/kinds-of-terms.ts';
import { checkExtractedTerm, readNamedTerm, revealsTerm } from './check-extracted-term.ts';
import { describeTerm, listSiblings, canStandBeside, type Sibling } from './choose-siblings.ts';
import { collectDefinitions, listNamedTerms, mergeFacts } from './collect-definitions.ts';
import { extractTerms, keyOfTerm, type NamedTerm, type TermFact } from './extract-terms.ts';
import { isCountableNoun, isPlural, withNumberOf } from './word-number.ts';

export interface DraftOptions {
  readonly generator: ObjectGenerator;
  readonly embed?: Embed | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Every question that the lesson's terms allow. None has been read yet, and several may ask the same. */
export async function draftQuestions(lesson: LessonText, options: DraftOptions): Promise<QuestionDraft[]> {
  const { generator, embed, signal } = options;
  const analysis = await analyzeLessonInTurns(lesson);
  const definitions = analysis.statements.flatMap(
    (sentence) =>
      findDefinition(sentence, analysis) ??
      findApposition(sentence, analysis) ??
      findNaming(sentence, analysis) ??
      [],
  );
  const extracted: TermFact[] = [];
  const mentioned: NamedTerm[] = [];
  for (const passage of lesson.passages.filter((each) => isTeaching(each) && isReadAsText(each))) {
    signal?.throwIfAborted();
    for (const found of await extractTerms(lesson.title, passage, generator, signal)) {
      const named = readNamedTerm(found, analysis);
      if (named) mentioned.push(named);
      const fact = checkExtractedTerm(found, analysis);
      if (fact) extracted.push(fact);
    }
  }
  const terms = mergeFacts(collectDefinitions(definitions, analysis), extracted, mentioned);
  const named = listNamedTerms(terms, mentioned);
  const similarity = await createSimilarity(
    [...named.flatMap((term) => [term.term, describeTerm(term)]), ...terms.flatMap(textsOf)],
    embed,
    signal,
  );
  const drafts: QuestionDraft[] = [];
  for (const fact of terms) {
    const siblings = listSiblings(fact, named, similarity);
    const described = writeDescribeQuestion(fact, siblings, similarity);
    if (described) drafts.push(described);
    drafts.push(writeNameQuestion(fact, siblings));
  }
  return drafts;
}

const textsOf = (fact: TermFact): string[] => [
  fact.question,
  ...(fact.meaning === undefined ? [] : [fact.meaning]),
];

const DISTRACTORS = 3;
const POOL = 7;
/** Siblings less alike than this come after the terms that the model proposes. */
const NEAR = 0.55;
/** How alike in kind a proposed term is taken to be. */
const PROPOSED_LIKENESS = 0.45;
/** Where not all options can be plurals, the key stands out a little. */
const UNEVEN_NUMBER = 0.08;

/** "What name is given to …?" and "Which part of a lock …?": the key is the term, and its siblings are wrong. */
function writeNameQuestion(fact: TermFact, siblings: readonly Sibling[]): QuestionDraft {
  const chosen: Sibling[] = [];
  for (const sibling of siblings) {
    if (chosen.length === POOL) break;
    if (chosen.every((other) => canStandBeside({ ...fact, term: other.term }, sibling.term)))
      chosen.push(sibling);
  }
  const nearCount = chosen.filter((each) => each.likeness >= NEAR).length;
  const first = Array.from(
    { length: DISTRACTORS },
    (_, index) => chosen[index]?.likeness ?? PROPOSED_LIKENESS,
  );
  const likeness = first.reduce((sum, each) => sum + each, 0) / DISTRACTORS;
  const pool = chosen.map(({ term, named }) => inNumberOf(fact, term, named));
  const uneven = isPlural(fact.term) && pool.slice(0, DISTRACTORS).some((term) => !isPlural(term));
  return {
    form: 'name',
    level: 'remember',
    stem: fact.question,
    key: upperInitial(fact.term),
    pool: pool.map(upperInitial),
    nearCount,
    ...(nearCount < DISTRACTORS ? { wanting: fact } : {}),
    topic: keyOfTerm(fact.term),
    quote: fact.quote,
    passage: fact.passage,
    worth: 0.5 * fact.trust + 0.5 * Math.min(1, likeness) - (uneven ? UNEVEN_NUMBER : 0),
  };
}

/** A wrong answer takes the number of the key as far as its noun has one. */
export function inNumberOf(fact: TermFact, term: string, other: NamedTerm | undefined): string {
  const countable =
    isPlural(term) ||
    /^an?$/u.test(other?.article ?? '') ||
    isCountableNoun(headOf(term)) ||
    other === undefined;
  return withNumberOf(term, isPlural(fact.term), countable);
}

const MEANINGS_POOL = 5;
/** Nothing reads this form before it is offered, so only the rules' own definitions are asked about. */
const LEAST_TRUST = 1;
const MOST_ALIKE = 0.85;

/** "Which of these best describes …?": the key is the term's meaning, and the meanings of its siblings are wrong. */
function writeDescribeQuestion(
  fact: TermFact,
  siblings: readonly Sibling[],
  similarity: Similarity,
): QuestionDraft | undefined {
  const { meaning } = fact;
  if (meaning === undefined || fact.trust < LEAST_TRUST) return undefined;
  const chosen: { text: string; likeness: number }[] = [];
  for (const { named: other, likeness } of siblings) {
    if (chosen.length === MEANINGS_POOL) break;
    const text = other?.meaning;
    if (text === undefined || other === undefined || other.plural !== fact.plural) continue;
    const ratio = text.length / meaning.length;
    if (ratio < 0.45 || ratio > 2.2 || revealsTerm(text, fact.term, fact.kind)) continue;
    if ([meaning, ...chosen.map((each) => each.text)].some((each) => isAlike(each, text, similarity)))
      continue;
    chosen.push({ text, likeness });
  }
  if (chosen.length < DISTRACTORS) return undefined;
  const likeness = chosen.slice(0, DISTRACTORS).reduce((sum, each) => sum + each.likeness, 0) / DISTRACTORS;
  return {
    form: 'describe',
    level: 'understand',
    stem: `Which of these best describes ${withArticle(fact)}?`,
    key: upperInitial(meaning),
    pool: chosen.map(({ text }) => upperInitial(text)),
    nearCount: chosen.length,
    topic: keyOfTerm(fact.term),
    quote: fact.quote,
    passage: fact.passage,
    worth: 0.5 * fact.trust + 0.5 * Math.min(1, likeness) - 0.03,
  };
}

const isAlike = (one: string, other: string, similarity: Similarity): boolean =>
  similarity.between(one, other) > MOST_ALIKE || overlap(contentStems(one), contentStems(other)) > 0.6;

function withArticle({ term, article }: TermFact): string {
  return article === '' ? term : `${article} ${term}`;
}

/** How a question is built. */
type Form = 'name' | 'describe';

/** A multiple-choice question before it is checked and its options are put in order. */
export interface QuestionDraft {
  readonly form: Form;
  readonly level: BloomLevel;
  readonly stem: string;
  readonly key: string;
  /** Wrong answers that come into question, best first; more than are shown, because some turn out to be right. */
  readonly pool: readonly string[];
  /** How many of the pool, from the first, are certainly of the key's kind. */
  readonly nearCount: number;
  /** Set where the lesson has too few terms of the kind, so that others may be proposed. */
  readonly wanting?: TermFact;
  /** What it asks about: no two questions of a set share it. */
  readonly topic: string;
  readonly quote: string;
  readonly passage: LessonPassage;
  /** 0 to 1: how good the form and its parts are, before anything reads the question. */
  readonly worth: number;
}

/** The share of a set that a form may have: sets that ask one way all through bore students. */
const MOST_OF_FORM: Readonly<Record<Form, number>> = { name: 0.8, describe: 0.4 };
/** What a further draft of the same section loses. */
const SAME_SECTION = 0.08;

/** The best drafts, spread over the sections of the lesson, no two about the same thing. */
export function chooseDrafts(drafts: readonly QuestionDraft[], count: number): QuestionDraft[] {
  const chosen: QuestionDraft[] = [];
  const topics = new Set<string>();
  const forms = new Map<Form, number>();
  const sections = new Map<number, number>();
  while (chosen.length < count) {
    const open = drafts
      .filter((draft) => !topics.has(draft.topic))
      .filter(({ form }) => (forms.get(form) ?? 0) < Math.max(1, Math.round(MOST_OF_FORM[form] * count)))
      .map((draft) => ({
        draft,
        rank: draft.worth - SAME_SECTION * (sections.get(draft.passage.section) ?? 0),
      }))
      .sort((one, other) => other.rank - one.rank);
    const best = open[0]?.draft;
    if (best === undefined) break;
    chosen.push(best);
    topics.add(best.topic);
    forms.set(best.form, (forms.get(best.form) ?? 0) + 1);
    sections.set(best.passage.section, (sections.get(best.passage.section) ?? 0) + 1);
  }
  return chosen;
}
