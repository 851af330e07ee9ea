import type { Steps } from '#server/platform/in-turns.ts';
import { isQuotable } from '../analysis.ts';
import type { LessonAnalysis } from '../analysis.ts';
import { frontedEnd, sentenceEnd } from '../analysis.ts';
import { upperInitial } from '../clean-sentence.ts';
import { parseClause } from '../clause.ts';
import { addressesReader, hasBarePronoun, isPersonal, leadsOn, whyUnusable } from '../sentence.ts';
import type { Sentence } from '../sentence.ts';
import { readTokens } from '../tokens.ts';
import { contentStems } from '#contract/question-rules/words.ts';
import { withoutGluedHeading } from './glued-heading.ts';

/** Something that a summary could say. */
export interface Candidate {
  /** The lesson's sentence that it comes from, of no other candidate. */
  readonly origin: Sentence;
  /** As it is said: without a pointer back, a heading or an aside; of slides, with its title or the points below it. */
  readonly sentence: Sentence;
}

const FEWEST_WORDS = 5;
const MOST_WORDS = 40;
const FEWEST_STEMS = 3;

/** "all of it" near the start, "We", a letter that ended a sentence: what these mean is elsewhere. */
const UNCLEAR = [
  /\bWe\b/u,
  /, (?:that|it|they)(?:['’]s| is| are) /u,
  /^(?:\S+ ){1,6}(?:of|from|in|on|with|by|for) (?:it|them)\b/u,
  /(?:, | and | or )\p{Lu}\. \p{Lu}/u,
  /^(?:there (?:is|are)|it is)\b/iu,
  /\b(?:neither|either|both) (?!.*\b(?:nor|or|and)\b)/iu,
  /\bhim\b|^(?:\S+ ){1,3}(?:its|his|her|their) /iu,
  / in (?:two|three|four|several) ways\.$/u,
  /\bboth (?:processes|effects|methods|conditions|cases|groups)\b(?! of)/iu,
  // An experiment without its result, and what a person in an example did.
  /^When the \p{Ll}+ (?:was|were) [^,]+, the \p{Ll}+ /u,
  / had \p{Ll}+ (?:learn|read|watch|solve|listen|rate|choose|perform|memorize|write|look|play)\b/u,
  /^The \p{Ll}+['’]s .* (?:did|was|were|had) /u,
  // "The warming has another cause": only what follows says something.
  / (?:is|are|has|have|in) (?:another|a (?:second|third|different)|the opposite) \p{Ll}+\.$/u,
  /^A that |^The (?:\p{Ll}+ )?ones? (?:is|are|was|were)\b/u,
  // A purpose whose sentence was cut off, and a comparison without its second half.
  /^To \p{Ll}+ [^,]*\.$/u,
  / (?:somewhat|rather)\.$/u,
  // "so that e.g. means": the symbol between was lost.
  /\be\.g\. (?:means|is|are|gives)\b|^e\.g\.|\bin such (?:a )?\p{Ll}+/iu,
  // The line behind it is missing: "… – each."
  / [–—-] \p{L}+\.$/u,
  // Two sentences that a speaker ran together.
  / \p{Lu}\p{L}+ (?:it|he|she|they) \p{Ll}+/u,
];
/** A sentence that did not stand alone must pass these, too. */
const UNCLEAR_IN_PARTS = [
  /^(?:yet|but|finally|first|then|at last)\b/iu,
  /\b(?:the|this|that) (?:\p{Ll}+ )?ones?\b/iu,
  /^(?:In|On|At|For|With) [^,]{1,30} that (?:is|was)\b/u,
];
/** A statement that is the outcome of what was said before is true without the pointer to it. */
const POINTING_OPENER =
  /^(?:for this reason|for these reasons|because of this|as a result of this|this is (?:the reason )?why|that is (?:the reason )?why|(?:look|see|yet|okay|at the same time),) (?!.*, and why )/iu;
const ASIDE_CONNECTIVE =
  /, (?:on the other hand|by contrast|in contrast|in turn|in other words|after all|perhaps surprisingly|surprisingly|interestingly|in practice),/gu;

/** All that a summary could say of these sentences of the lesson, in their order. */
export function* listCandidates(
  analysis: LessonAnalysis,
  sentences: readonly Sentence[],
): Steps<Candidate[]> {
  const candidates: Candidate[] = [];
  for (const origin of sentences) {
    const sentence = readStatement(origin, analysis);
    if (sentence !== undefined) candidates.push({ origin, sentence });
    yield;
  }
  return candidates;
}

function readStatement(origin: Sentence, { lesson }: LessonAnalysis): Sentence | undefined {
  if (origin.isFragment || leadsOn(origin.quote) || /^\(?\d{1,2}[.)]\s/u.test(origin.quote)) return undefined;
  // A printed sentence that begins small has lost its beginning on the page before.
  if (!lesson.spoken && /^\p{Ll}{2}/u.test(origin.quote)) return undefined;
  const whole = isQuotable(origin) ? origin.text : upperInitial(origin.text.replace(POINTING_OPENER, ''));
  const unglued = withoutGluedHeading(whole);
  const text = unglued.replaceAll(ASIDE_CONNECTIVE, '');
  if (isQuotable(origin) && text === origin.text) return isTelling(text, origin.stems) ? origin : undefined;
  const stems = contentStems(text);
  if (!isTelling(text, stems)) return undefined;
  const tokens = readTokens(text);
  const clause = parseClause(tokens, frontedEnd(tokens) ?? 0, sentenceEnd(tokens));
  const sentence = { ...origin, text, tokens, clause, stems, standsAlone: true };
  // Without an aside, a sentence is as clear as with it.
  return (isQuotable(origin) && unglued === origin.text) || isClear(text, tokens) ? sentence : undefined;
}

function isClear(text: string, tokens: Sentence['tokens']): boolean {
  if (addressesReader(text) || isPersonal(text)) return false;
  const plain = withoutInnerPointers(text);
  const masked = readTokens(plain);
  const clause = parseClause(masked, frontedEnd(masked) ?? 0, sentenceEnd(masked));
  return (
    whyUnusable(plain, masked, clause) === null &&
    !opensWithPronoun(tokens) &&
    !UNCLEAR_IN_PARTS.some((pattern) => pattern.test(text))
  );
}

/** "For some weeks it can outshine a galaxy", "Where they disagree, …": whose noun is in an earlier sentence. */
function opensWithPronoun(tokens: Sentence['tokens']): boolean {
  const from = frontedEnd(tokens) ?? 0;
  if (from > 0 && hasBarePronoun(tokens[from]?.text ?? '')) return true;
  if (!['ADP', 'ADV', 'SCONJ'].includes(tokens[0]?.pos ?? '')) return false;
  for (const token of tokens.slice(1, 7)) {
    if (hasBarePronoun(token.text)) return true;
    if (token.pos === 'AUX' || (token.pos === 'VERB' && !token.lower.endsWith('ing'))) return false;
  }
  return false;
}

function isTelling(text: string, stems: ReadonlySet<string>): boolean {
  const words = text.split(' ').length;
  return (
    words >= FEWEST_WORDS &&
    words <= MOST_WORDS &&
    stems.size >= FEWEST_STEMS &&
    !UNCLEAR.some((pattern) => pattern.test(text))
  );
}

/** Words that seem to point elsewhere are harmless where the same sentence names what they mean. */
function withoutInnerPointers(text: string): string {
  return text
    .replace(/^The (?:first|second|third|last|next) (\p{Ll}+ (?:of|in) (?:an?|every|each) )/u, 'A $1')
    .replace(/\b(one|each)\b(.+)\bthe other\b/iu, '$1$2another')
    .replace(/\bthe same (?:result|effect|way|thing|reason)(?= (?:for|as|every|whenever))/u, 'one result')
    .replace(/\b(?:version|part|size|half) of the problem\b/u, 'version of a task')
    .replace(/\b(?:this|that|these|those) (\p{Ll}+)/gu, (whole, noun: string, at: number) => {
      const before = contentStems(text.slice(0, at));
      const named = [...contentStems(noun)];
      return named.length > 0 && named.every((stem) => before.has(stem)) ? `the ${noun}` : whole;
    });
}
