import { analyzeLessonInTurns, type LessonAnalysis } from '#server/language/analysis.ts';
import { findDefinition, findNaming } from '#server/language/definitions.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import type { Sentence } from '#server/language/sentence.ts';
import { kinshipOf, listNounMeanings, nounKind, PERSON_KIND } from '#server/language/wordnet.ts';

/** The term that a sentence explains, without its article. */
export const findExplainedTerm = (sentence: Sentence, analysis: LessonAnalysis): string | undefined =>
  findDefinition(sentence, analysis)?.term ?? findNaming(sentence, analysis)?.name;

/** The distinct terms that a lesson explains. */
export function listExplainedTerms(analysis: LessonAnalysis): string[] {
  const terms = analysis.sentences
    .filter(({ standsAlone }) => standsAlone)
    .flatMap((sentence) => findExplainedTerm(sentence, analysis) ?? []);
  return [...new Map(terms.toReversed().map((term) => [term.toLowerCase(), term])).values()].toReversed();
}

const MOST_TERMS = 200;

/** Terms that other lessons of the course explain, which students may confuse with terms of this one. */
export async function listCourseTerms(lessons: readonly LessonText[]): Promise<string[]> {
  const terms: string[] = [];
  for (const lesson of lessons) terms.push(...listExplainedTerms(await analyzeLessonInTurns(lesson)));
  return [...new Set(terms)].slice(0, MOST_TERMS);
}

/** WordNet's tops of the tree, quantities and times: words such as "thing", "number" and "hour". */
const HOLLOW_KINDS = new Set([3, 23, 28]);
const HOLLOW_HEADS = new Set(
  `situation condition process amount number value state change system form thing quantity event act activity method way
  difference arrangement kind type point part case time result fall gain example reason fact effect matter question answer problem
  idea side end place lot bit half third quarter cent percent people person man woman line order step rest job whole pair group set list
  test use work view name word`.split(/\s+/u),
);
/** "Other costs", "a different reason": what is meant depends on what was said before. */
const VAGUE_MODIFIER =
  /^(?:good|bad|better|best|great|new|old|early|earlier|late|later|serious|mild|whole|different|many|large|larger|small|smaller|high|higher|low|lower|long|longer|short|shorter|other|same|main|own|next|last|first|second|third|possible|certain|particular|real|full|single|fresh|simple|stronger|average|total amount|additional|enough|equal|entire|similar|usual|ordinary|typical|common|very|worse)\b/iu;
/** A word of so many meanings says little by itself. */
const MOST_MEANINGS = 7;

/** The last noun before any "of …", in the singular. */
function headOf(name: string): string {
  const core = name.split(/\s(?:of|in|for|on|between|with|from|at|to|by)\s/u)[0] ?? name;
  const word = (core.split(/[\s-]/u).at(-1) ?? core).toLowerCase();
  const singular = word.endsWith('ies') ? `${word.slice(0, -3)}y` : word.replace(/(?<=[^siu])s$/u, '');
  return nounKind(singular) >= 0 ? singular : word;
}

/** Whether a term names something a question may be about: not "the other side", "40 per cent" or "a way". */
export function isTelling(term: string): boolean {
  if (!/^[\p{L}][\p{L}\p{M}\d’' -]*$/u.test(term) || VAGUE_MODIFIER.test(term)) return false;
  const head = headOf(term);
  if (HOLLOW_HEADS.has(head)) return false;
  if (/[ -]/u.test(term) || /^\p{Lu}/u.test(term)) return true;
  const meanings = listNounMeanings(head);
  return meanings.length < MOST_MEANINGS && !HOLLOW_KINDS.has(meanings[0]?.kind ?? -1);
}

/** How nearly two terms name things of one kind, 0 to 1; 0 for a person beside a thing and a name beside a common noun. */
export function compareKinds(one: string, other: string): number {
  if (isName(one) !== isName(other)) return 0;
  const [head, otherHead] = [headOf(one), headOf(other)];
  if ((nounKind(head) === PERSON_KIND) !== (nounKind(otherHead) === PERSON_KIND)) return 0;
  // "human heart" beside "heart attack": one is a part of the other's name.
  if (head !== otherHead && (hasWord(one, otherHead) || hasWord(other, head))) return 0;
  return head === otherHead ? 0.85 : kinshipOf(head, otherHead);
}

const hasWord = (term: string, word: string): boolean => term.toLowerCase().split(/[\s-]/u).includes(word);

/** A proper name; abbreviations in capitals ("ATP") name common things. */
const isName = (text: string): boolean => /^\p{Lu}/u.test(text) && !/^[\p{Lu}\d-]{2,6}\b/u.test(text);
