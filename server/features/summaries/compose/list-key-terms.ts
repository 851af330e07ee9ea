import type { LessonAnalysis } from '#server/language/analysis.ts';
import { isQuotable } from '#server/language/analysis.ts';
import { upperInitial } from '#server/language/clean-sentence.ts';
import { findDefinition, findNaming } from '#server/language/definitions.ts';
import type { Evidence } from '#server/language/lesson-text.ts';
import { hasBarePronoun, pointsElsewhere } from '#server/language/sentence.ts';
import type { Sentence } from '#server/language/sentence.ts';
import { nounKind, PERSON_KIND } from '#server/language/wordnet.ts';
import { containment, contentStems } from '#contract/question-rules/words.ts';
import { withoutGluedHeading } from '#server/language/statements/glued-heading.ts';
import { evidenceOfSentence } from '#server/language/evidence-of-passage.ts';

export interface KeyTerm {
  /** Without article, as at the start of a line. */
  readonly term: string;
  /** A phrase that says what it is: capital first, full stop last. */
  readonly definition: string;
  readonly evidence: Evidence;
}

interface Explained {
  readonly sentence: Sentence;
  readonly term: string;
  readonly meaning: string;
  readonly stems: ReadonlySet<string>;
  readonly mentions: number;
}

const FEWEST = 3;
const MOST = 12;
/** What is explained and never used again is an aside, unless there is little else. */
const FEWEST_USED = 6;
/** One key term for so many words of the lesson. */
const WORDS_A_TERM = 90;

/**
 * The terms that the lesson explains, and its explanations: those that it uses most, at most twelve, in the order in which
 * they are explained. Fewer than three, or none, where it explains no more.
 */
export function listKeyTerms(analysis: LessonAnalysis): KeyTerm[] {
  if (!analysis.english) return [];
  const explained = new Map<string, Explained>();
  for (const sentence of analysis.sentences) {
    if (!isQuotable(sentence) || (!analysis.lesson.spoken && /^\p{Ll}{2}/u.test(sentence.quote))) continue;
    const found = explain(sentence, analysis);
    const key = found ? [...found.stems].sort().join(' ') : '';
    // The first explanation is the lesson's own introduction of the term.
    if (found && key !== '' && !explained.has(key)) explained.set(key, found);
  }
  const most = Math.min(MOST, Math.max(FEWEST, Math.round(analysis.wordCount / WORDS_A_TERM)));
  const byUse = [...explained.values()].sort((one, other) => weigh(other, analysis) - weigh(one, analysis));
  const used = byUse.filter(({ mentions }, index) => mentions > 1 || index < FEWEST_USED);
  return used
    .slice(0, most)
    .sort((one, other) => one.sentence.index - other.sentence.index)
    .map(({ sentence, term, meaning }) => ({
      // "pH" and "iPhone" stay as they are.
      term: /^\p{Ll}\p{Ll}/u.test(term) ? upperInitial(term) : term,
      definition: `${upperInitial(meaning.replace(/[.,;:\s]+$/u, ''))}.`,
      evidence: evidenceOfSentence(sentence),
    }));
}

function weigh({ stems, mentions, sentence }: Explained, analysis: LessonAnalysis): number {
  const named = [analysis.lesson.title, analysis.sectionHeadings[sentence.section] ?? ''];
  const inHeading = Math.max(...named.map((heading) => containment(stems, contentStems(heading))));
  return Math.log2(1 + mentions) + inHeading;
}

function explain(sentence: Sentence, analysis: LessonAnalysis): Explained | undefined {
  const definition = findDefinition(sentence, analysis);
  const naming = findNaming(sentence, analysis);
  const [found, meaning] = definition
    ? [definition.term, definition.meaning]
    : naming
      ? [naming.name, naming.described]
      : (readLoose(sentence, analysis) ?? []);
  if (found === undefined || meaning === undefined) return undefined;
  const term = withoutHeading(found);
  const stems = contentStems(term);
  // "A band in the Hertzsprung" stops in mid-word.
  if (/^[-–—]\S/u.test(sentence.text.slice(sentence.text.indexOf(meaning) + meaning.length)))
    return undefined;
  return isClear(term, meaning, stems)
    ? { sentence, term, meaning, stems, mentions: countMentions(stems, analysis) }
    : undefined;
}

/** "A chord is three or more notes that sound together": plainer definitions than questions can be built from. */
function readLoose({ text }: Sentence, analysis: LessonAnalysis): [string, string] | undefined {
  const found =
    /^(?:An? )?((?:[\p{L}\p{M}\d'’-]+ ){0,3}?[\p{L}\p{M}\d'’-]+) (?:is|are) ((?:an?|two|three|any|one) [^;:]+?|[\p{Ll}]+ (?:that|which|who|in which) [^;:]+?)(?:[;:.]|, (?:and|but|so|which|as|while) )/u.exec(
      text,
    );
  const [, term, meaning] = found ?? [];
  if (term === undefined || meaning === undefined) return undefined;
  if (!/ (?:that|which|who|whose|where|of|for|by|between|with|made|used|built|from) /u.test(meaning))
    return undefined;
  if (
    /^(?:the|this|that|these|those|there|it|one|another|each|every|some|all|what|in|on|at|when|if)\b/iu.test(
      term,
    )
  )
    return undefined;
  return [analysis.casing.lowerInitial(term), meaning];
}

function withoutHeading(term: string): string {
  const whole = `${upperInitial(term)} is`;
  const cut = withoutGluedHeading(whole);
  return cut === whole ? term : cut.replace(/^(?:A|An|The) (?=\p{Ll})| is$/gu, '');
}

/** Not in terms of itself, of nothing named, of a person, or of one moment. */
function isClear(term: string, meaning: string, stems: ReadonlySet<string>): boolean {
  const words = meaning.split(' ');
  if (stems.size === 0 || words.length < 4 || words.length > 32 || term.split(' ').length > 5) return false;
  if (/\b(?:they|them|he|she|him|his|her)\b/iu.test(meaning) || hasBarePronoun(words.slice(0, 5).join(' ')))
    return false;
  if (hasBarePronoun(term) || pointsElsewhere(meaning) || pointsElsewhere(term)) return false;
  if (/\d{4}|^\d/u.test(term) || /\b(?:1\d{3}|20\d\d)\b/u.test(meaning)) return false;
  if (
    /^(?:an?|one|the) (?:\p{L}+ )?(?:examples?|reasons?|ways?|parts?|results?|problems?|kinds? of thing) /u.test(
      meaning,
    )
  )
    return false;
  const genus = /^(?:an?|the) (?:\p{L}+ ){0,2}?(\p{L}+) (?:who|whose)\b/u.exec(meaning)?.[1];
  if (genus !== undefined && nounKind(genus) === PERSON_KIND && /^\p{Lu}\p{Ll}+ \p{Lu}/u.test(term))
    return false;
  // "The belt that results" says too little.
  if (/ (?:that|which|who) \p{L}+$/u.test(meaning)) return false;
  return containment(stems, contentStems(meaning)) < 1;
}

function countMentions(stems: ReadonlySet<string>, analysis: LessonAnalysis): number {
  const wanted = [...stems];
  return analysis.sentences.filter((sentence) => wanted.every((stem) => sentence.stems.has(stem))).length;
}
