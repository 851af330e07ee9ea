import { isReadAsText, isTeaching } from '../../../../documents/passage.ts';
import { analyzeLesson } from '../../../../language/analysis.ts';
import { findApposition } from '../../../../language/appositions.ts';
import { findDefinition, findNaming } from '../../../../language/definitions.ts';
import type { Embed, LessonText } from '../../../../language/lesson-text.ts';
import { createSimilarity } from '../../../../language/similarity.ts';
import type { ObjectGenerator } from '../../../../ai/text-generator.ts';
import { checkExtractedTerm, readNamedTerm } from './check-extracted-term.ts';
import { describeTerm, listSiblings } from './choose-siblings.ts';
import { collectDefinitions } from './collect-definitions.ts';
import { writeDescribeQuestion } from './describe-questions.ts';
import { extractTerms } from './extract-terms.ts';
import { listNamedTerms, mergeFacts } from './merge-facts.ts';
import { writeNameQuestion } from './name-questions.ts';
import type { QuestionDraft } from './question-draft.ts';
import type { NamedTerm, TermFact } from './term-fact.ts';

export interface DraftOptions {
  readonly generator: ObjectGenerator;
  readonly embed?: Embed | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Every question that the lesson's terms allow. None has been read yet, and several may ask the same. */
export async function draftQuestions(lesson: LessonText, options: DraftOptions): Promise<QuestionDraft[]> {
  const { generator, embed, signal } = options;
  const analysis = analyzeLesson(lesson);
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
