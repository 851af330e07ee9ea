import { containment, contentStems } from '#contract/question-rules/words.ts';
import type { LessonFact } from '#contract/facts.ts';
import { analyzeLessonInTurns, type LessonAnalysis } from '#server/language/analysis.ts';
import { findApposition } from '#server/language/appositions.ts';
import { findDefinition } from '#server/language/definitions.ts';
import { evidenceOfSentence } from '#server/language/evidence-of-passage.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { createSimilarity } from '#server/language/similarity.ts';
import type { RatingRequest } from '#server/language/statements/rate-statements.ts';
import { isTelling } from '../compose/kinds-of-terms.ts';
import { listExplainedTerms } from '../compose/list-drafts.ts';
import { chooseStatements, type ChosenStatement } from './choose-statements.ts';
import { chooseKindred, listPhrasesOfForm, listTerms } from './kindred-phrases.ts';

/** In characters. Longer sentences state more than one fact. */
const LONGEST_FACT = 400;
const MOST_SUBJECTS = 2;
const MOST_KINDRED = 5;

/** The best statements of a lesson, best first; none if it is not in English. */
export async function listFacts(
  lesson: LessonText,
  { count, ...rating }: RatingRequest & { readonly count: number },
): Promise<LessonFact[]> {
  const analysis = await analyzeLessonInTurns(lesson);
  if (!analysis.english) return [];
  const chosen = await chooseStatements(analysis, {
    ...rating,
    isWanted: ({ quote }) => quote.length <= LONGEST_FACT,
    count,
  });
  const terms = await listKnownTerms(analysis);
  const subjects = chosen.map((one) => listSubjects(one, analysis));
  const similarity = await createSimilarity(
    [...new Set([...terms, ...subjects.flat()])],
    rating.embed,
    rating.signal,
  );
  return chosen.map(({ sentence, asked: { statement } }, place) => {
    const kindred = (subjects[place] ?? []).flatMap((subject) =>
      chooseKindred(subject, listPhrasesOfForm(subject, { keys: [], terms }), { statement, similarity }),
    );
    return {
      statement,
      evidence: evidenceOfSentence(sentence),
      kindred: withoutVariants(kindred).slice(0, MOST_KINDRED),
    };
  });
}

/** The terms that the lesson explains, then those that it repeats. A phrase used once may not be a term. */
async function listKnownTerms(analysis: LessonAnalysis): Promise<string[]> {
  const repeated = new Set(
    [...analysis.terms.values()].filter(({ sentences }) => sentences.length > 1).map(({ text }) => text),
  );
  const used = listTerms(analysis).filter((text) => repeated.has(text));
  return withoutVariants([...(await listExplainedTerms([analysis.lesson])), ...used].filter(isTelling));
}

/** Drops "memory cell" after "memory cells". */
function withoutVariants(terms: readonly string[]): string[] {
  const byStems = new Map<string, string>();
  for (const term of terms) {
    const stems = [...contentStems(term)].sort().join(' ');
    if (!byStems.has(stems)) byStems.set(stems, term);
  }
  return [...byStems.values()];
}

/** The terms of a statement: the one that it explains, then those that the lesson uses most. */
function listSubjects({ sentence }: ChosenStatement, analysis: LessonAnalysis): string[] {
  const explained = (findDefinition(sentence, analysis) ?? findApposition(sentence, analysis))?.bareTerm;
  const used = [...analysis.terms.values()]
    .filter(({ text }) => isTelling(text) && containment(contentStems(text), sentence.stems) === 1)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ text }) => text);
  return [...new Set([...(explained === undefined ? [] : [explained]), ...used])].slice(0, MOST_SUBJECTS);
}
