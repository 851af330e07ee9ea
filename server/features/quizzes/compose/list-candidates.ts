import type { LessonAnalysis } from '../../../language/analysis.ts';
import { collectFacts } from '../../../language/collect-facts.ts';
import { listIllustrations } from '../../../language/facts-of-illustration.ts';
import type { Fact } from '../../../language/facts.ts';
import { listNounPhrases } from '../../../language/noun-phrases.ts';
import { readTokens } from '../../../language/tokens.ts';
import { containment, contentStems, stemWord } from '../../../../items/words.ts';
import type { CheckedItem } from '../../../../items/checks/checked-item.ts';
import { findLevel } from '../../../../items/levels/find-level.ts';
import { checkItem } from '../../../../items/checks/check-item.ts';
import type { Candidate } from './candidate.ts';
import { comparisonForms, contrastForms } from './forms-of-comparison.ts';
import { datingForms, quantityForms } from './forms-of-number.ts';
import { meansForms, objectForms } from './forms-of-objects.ts';
import { causeForms, claimForms, conditionForms, occasionForms, purposeForms } from './forms-of-reason.ts';
import { sequenceForms } from './forms-of-sequence.ts';
import { agentForms, statementForms } from './forms-of-statements.ts';
import { definitionForms, exampleForms, illustrationForms, namingForms } from './forms-of-terms.ts';
import { buildPools } from './pools.ts';
import type { Pools } from './pools.ts';

/** Everything a lesson can be asked, each with its pool of wrong answers; stems and keys are already flawless. */
export function listCandidates(analysis: LessonAnalysis, random: () => number): Candidate[] {
  const told = collectFacts(analysis);
  const facts: Fact[] = [...told, ...listIllustrations(analysis, told)];
  const pools = buildPools(analysis, facts);
  const pointsBack = findBackwardPointers(analysis);
  return [
    ...facts.flatMap((fact) => formsOf(fact, pools, analysis, random)),
    ...comparisonForms(facts, pools),
    ...sequenceForms(analysis),
  ]
    .filter((candidate) => isWellBegun(candidate) && !pointsBack(candidate.stem))
    .map((candidate) => ({ ...candidate, level: findLevel(itemOf(candidate)) }));
}

function formsOf(fact: Fact, pools: Pools, analysis: LessonAnalysis, random: () => number): Candidate[] {
  switch (fact.kind) {
    case 'definition':
      return definitionForms(fact, pools, analysis);
    case 'naming':
      return namingForms(fact, pools, analysis);
    case 'example':
      return exampleForms(fact, pools, analysis);
    case 'contrast':
      return contrastForms(fact, pools, analysis);
    case 'statement':
      return statementForms(fact, pools, analysis);
    case 'object':
      return objectForms(fact, pools, analysis);
    case 'means':
      return meansForms(fact, pools);
    case 'illustration':
      return illustrationForms(fact, pools, analysis);
    case 'cause':
      return causeForms(fact, pools);
    case 'condition':
      return conditionForms(fact, pools);
    case 'agent':
      return agentForms(fact, pools);
    case 'claim':
      return claimForms(fact, pools);
    case 'occasion':
      return occasionForms(fact, pools);
    case 'purpose':
      return purposeForms(fact, pools);
    case 'dating':
      return datingForms(fact, pools, random);
    case 'quantity':
      return quantityForms(fact, random);
  }
}

/**
 * "The rule" in a stem means one of several where the lesson also speaks of "a rule" or "the postal rule": only the text
 * around it tells which. What the lesson is about, and what it names in one way only ("the liver"), needs no such help.
 */
function findBackwardPointers(analysis: LessonAnalysis): (stem: string) => boolean {
  const several = new Set<string>();
  for (const { tokens } of analysis.sentences)
    for (const phrase of listNounPhrases(tokens)) {
      const first = tokens[phrase.start];
      const indefinite = ['a', 'an', 'another', 'one', 'any'].includes(first?.lower ?? '');
      if (indefinite || phrase.end - phrase.coreStart > 1) several.add(stemWord(phrase.head.lower));
    }
  const titled = contentStems(analysis.lesson.title);
  return (stem) => {
    const asked = stem.replace(/^Which of these /u, '');
    if (LOOSE_WORDS.test(asked) || /\b(?:that|it|so)\?$/iu.test(asked)) return true;
    // "his father": whose, a name must have told.
    if (/\b(?:his|her|him)\b/iu.test(asked) && !/ \p{Lu}\p{Ll}/u.test(asked)) return true;
    const tokens = readTokens(asked);
    return listNounPhrases(tokens).some((phrase) => {
      if (tokens[phrase.start]?.lower !== 'the' || phrase.end - phrase.coreStart > 1) return false;
      const next = tokens[phrase.end];
      if (next?.pos === 'ADP' || ['that', 'which', 'who', 'where'].includes(next?.lower ?? '')) return false;
      const head = stemWord(phrase.head.lower);
      if (titled.has(head)) return false;
      return (analysis.terms.get(head)?.weight ?? 0) < (several.has(head) ? 0.7 : 0.35);
    });
  };
}

/** Words that lean on what was said before: alone, "another danger" and "still" leave open what they go beyond. */
const LOOSE_WORDS =
  /\b(?:still|another|further|then|also|too|again|instead|even|here|now|both|others?|ones?|the (?:rest|whole thing|two|three|four)|such|there(?! (?:is|are|was|were)\b)|(?<!(?:more|less|rather|other|all) )those|these|this)\b/iu;

/** Endings at which a text was cut off. */
const CUT_SHORT =
  /\b(?:or|and|but|nor|of|to|the|an?|in|on|at|for|from|with|by|as|than|that|which|who|is|are|was|were|only|even)[.?]?$/iu;

/** Flaws that no choice of wrong options can mend. */
const STEM_AND_KEY_FLAWS = new Set([
  'unfocused_stem',
  'negative_stem',
  'fill_in_the_blank',
  'gratuitous_information',
  'ambiguous_reference',
  'vague_term',
  'absolute_term',
  'key_unsupported',
  'all_of_the_above',
  'none_of_the_above',
]);

const itemOf = (candidate: Candidate): CheckedItem => ({
  text: candidate.stem,
  type: 'multiple_choice',
  options: [{ text: candidate.key, is_correct: true }],
  quote: candidate.sentence.quote,
});

function isWellBegun(candidate: Candidate): boolean {
  if (checkItem(itemOf(candidate)).some(({ code }) => STEM_AND_KEY_FLAWS.has(code))) return false;
  if (CUT_SHORT.test(candidate.key) || /[,;]$/u.test(candidate.key)) return false;
  const stem = contentStems(candidate.stem);
  // A key whose every word is in the stem is no answer.
  return containment(contentStems(candidate.key), stem) < 0.6;
}

/** How much a candidate is worth asking, 0 to about 1.2: its form, and how central its words are to the lesson. */
export function worthOf(
  candidate: Candidate,
  analysis: LessonAnalysis,
  centrality: ReadonlyMap<string, number>,
): number {
  const stems = [...candidate.sentence.stems];
  const central =
    stems.reduce((sum, stem) => sum + (centrality.get(stem) ?? 0), 0) / Math.sqrt(Math.max(4, stems.length));
  const heading = contentStems(
    `${analysis.lesson.title} ${analysis.sectionHeadings[candidate.sentence.section] ?? ''}`,
  );
  const named = containment(heading, candidate.sentence.stems);
  return candidate.formWorth * 0.7 + Math.min(0.35, central * 0.2) + named * 0.1;
}

/** How central each word stem is: the share of sentences that use it, damped. 1 is the commonest. */
export function weighStems(analysis: LessonAnalysis): Map<string, number> {
  const counts = new Map<string, number>();
  for (const sentence of analysis.sentences)
    for (const stem of sentence.stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  const strongest = Math.log2(1 + Math.max(1, ...counts.values()));
  return new Map([...counts].map(([stem, count]) => [stem, Math.log2(count) / strongest]));
}
