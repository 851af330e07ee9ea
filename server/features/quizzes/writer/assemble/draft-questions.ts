import { isReadAsText, isTeaching } from '../../../../documents/passage.ts';
import { analyzeLesson } from '../../../../language/analysis.ts';
import { collectFacts } from '../../../../language/collect-facts.ts';
import type { Embed, LessonText } from '../../../../language/lesson-text.ts';
import { createSimilarity } from '../../../../language/similarity.ts';
import type { ObjectGenerator } from '../../../../ai/text-generator.ts';
import { createLikeness } from '../../compose/likeness.ts';
import { writeChangeQuestions } from './change-questions.ts';
import { checkExtractedTerm, readNamedTerm } from './check-extracted-term.ts';
import { describeTerm, listSiblings } from './choose-siblings.ts';
import { collectDefinitions } from './collect-definitions.ts';
import { writeDescribeQuestion } from './describe-questions.ts';
import { extractTerms } from './extract-terms.ts';
import { listNamedTerms, mergeFacts } from './merge-facts.ts';
import { writeNameQuestion } from './name-questions.ts';
import { writeNumberQuestions } from './number-questions.ts';
import type { QuestionDraft } from './question-draft.ts';
import type { NamedTerm, TermFact } from './term-fact.ts';

export interface DraftOptions {
  readonly generator: ObjectGenerator;
  readonly embed?: Embed | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Every question that the lesson's terms, numbers and conditions allow. None has been read yet, and several may ask the same. */
export async function draftQuestions(lesson: LessonText, options: DraftOptions): Promise<QuestionDraft[]> {
  const { generator, embed, signal } = options;
  const analysis = analyzeLesson(lesson);
  const facts = collectFacts(analysis);
  const likeness = createLikeness(analysis, facts);
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
  const terms = mergeFacts(collectDefinitions(facts, analysis), extracted, mentioned);
  const named = listNamedTerms(terms, mentioned);
  const similarity = await createSimilarity(
    [...named.flatMap((term) => [term.term, describeTerm(term)]), ...terms.flatMap(textsOf)],
    embed,
    signal,
  );
  const drafts: QuestionDraft[] = [...writeNumberQuestions(facts), ...writeChangeQuestions(facts)];
  for (const fact of terms) {
    const siblings = listSiblings(fact, named, similarity, likeness);
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
