import { containment, contentStems } from '#contract/question-rules/words.ts';
import type { LessonFact } from '#contract/facts.ts';
import { analyzeLessonInTurns, type LessonAnalysis } from '#server/language/analysis.ts';
import { evidenceOfSentence } from '#server/language/evidence-of-passage.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import type { Sentence } from '#server/language/sentence.ts';
import { createSimilarity } from '#server/language/similarity.ts';
import type { RatingRequest } from '#server/language/statements/rate-statements.ts';
import { chooseStatements } from './choose-statements.ts';
import { compareKinds, findExplainedTerm, isTelling, listExplainedTerms } from './explained-terms.ts';
import { chooseKindred, listPhrasesOfForm, listTerms } from './kindred-phrases.ts';

/** In characters. Longer sentences state more than one fact. */
const LONGEST_FACT = 400;
const MOST_SUBJECTS = 2;
const MOST_KINDRED = 5;
/** Two terms are of one kind if they have the same head noun, or heads that are close in WordNet. */
const SAME_KIND = 0.8;
/** An explained term is certainly a term, so a more distant relation is enough. */
const SAME_KIND_EXPLAINED = 0.5;
/** How many places down a fact moves if it may need the sentence before it. */
const LEANING_COST = 15;
/** Words that refer to an earlier sentence, and pronouns that begin one. */
const LEANING =
  /^(?:\S+ ){0,3}(?:it|its|they|them|their|he|she|his|her|one|both|each|others?)\b|\b(?:this|these|those|such|another|also|too|still|here|then|therefore|thus|however|instead|likewise|in turn|the (?:first|second|third|latter|former|same|other|two|three))\b/iu;

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
  const explained = new Set(listExplainedTerms(analysis).filter(isTelling));
  const terms = listKnownTerms(analysis, explained);
  const subjects = chosen.map(({ sentence }) => listSubjects(sentence, analysis));
  const similarity = await createSimilarity(
    [...new Set([...terms, ...subjects.flat()])],
    rating.embed,
    rating.signal,
  );
  return chosen
    .map(({ sentence, asked: { statement } }, place) => {
      const kindred = (subjects[place] ?? []).flatMap((subject) => {
        const ofKind = terms.filter(
          (term) => compareKinds(term, subject) >= (explained.has(term) ? SAME_KIND_EXPLAINED : SAME_KIND),
        );
        const phrases = listPhrasesOfForm(subject, { keys: [], terms: ofKind });
        return chooseKindred(subject, phrases, { statement, similarity });
      });
      const fact = {
        statement,
        context: findContext(sentence, analysis),
        evidence: evidenceOfSentence(sentence),
        term: findExplainedTerm(sentence, analysis) ?? null,
        kindred: withoutVariants(kindred).slice(0, MOST_KINDRED),
      };
      return { fact, place: place + (LEANING.test(statement) ? LEANING_COST : 0) };
    })
    .toSorted((one, other) => one.place - other.place)
    .map(({ fact }) => fact);
}

function findContext(
  { index, section, passage }: Sentence,
  { sentences, sectionHeadings }: LessonAnalysis,
): string | null {
  const before = sentences[index - 1];
  return before?.passage.id === passage.id && before.section === section
    ? before.quote.replaceAll(/\s+/gu, ' ')
    : (sectionHeadings[section] ?? null);
}

/**
 * The terms that the lesson explains, then those that it repeats. A phrase used once may not be a term, nor may a verb, and the
 * lesson's own subject is not an alternative to anything.
 */
function listKnownTerms(analysis: LessonAnalysis, explained: ReadonlySet<string>): string[] {
  const repeated = new Set(
    [...analysis.terms.values()]
      .filter(({ sentences, text }) => sentences.length > 1 && !/^\p{Ll}+ing$/u.test(text))
      .map(({ text }) => text),
  );
  const used = listTerms(analysis).filter((text) => repeated.has(text) && isTelling(text));
  const subject = contentStems(analysis.lesson.title);
  return withoutVariants([...explained, ...used]).filter(
    (term) => containment(contentStems(term), subject) < 1,
  );
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
function listSubjects(sentence: Sentence, analysis: LessonAnalysis): string[] {
  const explained = findExplainedTerm(sentence, analysis);
  const used = [...analysis.terms.values()]
    .filter(({ text }) => isTelling(text) && containment(contentStems(text), sentence.stems) === 1)
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ text }) => text);
  return [...new Set([...(explained === undefined ? [] : [explained]), ...used])].slice(0, MOST_SUBJECTS);
}
