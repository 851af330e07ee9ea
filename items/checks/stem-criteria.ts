import { containment, contentStems, listWords } from '../words.ts';
import type { CheckedItem, Flaw } from './checked-item.ts';
import {
  blankQuotations,
  findUnquoted,
  listSentences,
  optionFlaw,
  quoteText,
  stemFlaw,
} from './item-text.ts';

/**
 * Criteria on the wording of the stem, after Tarrant et al. (Nurse Education Today 26, 2006) and their making into rules
 * by Moore et al. (EC-TEL 2023, arXiv 2307.08161; SAQUET, AIED 2024).
 */

const NEGATION =
  /\bnot\b(?! only\b)(?<!\bor not)|\bexcept\b|\b(?:least|un)(?: |)likely\b|\bleast (?:true|accurate|appropriate|suitable|useful|important)\b|\b(?:is|are|was|were) (?:a |an )?(?:incorrect|false|wrong|untrue)\b|\b(?:incorrect|false|wrong|untrue) (?:statements?|answers?|options?)\b|\bcannot\b|\bnever\b|\p{L}+n['’]t\b|\ball but\b/iu;

/** Negatively worded stem (Tarrant et al., 2006): readers miss the negation. What is quoted does not count. */
export function findNegativeStem(item: CheckedItem): Flaw | null {
  if (item.type === 'essay') return null;
  const found = findUnquoted(NEGATION, item.text);
  return found === undefined
    ? null
    : stemFlaw(
        'negative_stem',
        [found],
        `The stem is worded negatively (${quoteText(found)}). Ask for what is the case.`,
      );
}

const PADDING =
  /\b(?:(?:according to|based on|(?:as )?(?:stated|described|discussed|mentioned|explained|covered|presented) (?:in|by)) (?:the|this|our|your|today's) (?:lecture|lesson|text|passage|video|speaker|reading|chapter|article|transcript|slides?|material|textbook|excerpt|lecturer|instructor)|as (?:we|you) (?:have |already )?(?:seen|learned|learnt|discussed|know|saw)|it is (?:well )?known that|as (?:everyone|everybody) knows|in the (?:text|lecture|passage) above)\b/iu;
const CASE =
  /\d|\b(?:suppose|imagine|consider|assume|given that|you|your|patient|client|student|teacher|nurse|researcher|company|firm|engineer|scientist|manager|experiment|study|observes?|notices?)\b/iu;
const POINTS_BACK =
  /\b(?:this|that|these|those|he|she|they|it|his|her|him|their|them|its|such|above|most likely|best|next|both|passage|sentence|case)\b/iu;

/**
 * Gratuitous information in the stem (Tarrant et al., 2006): what can be left out without changing the answer. As a rule:
 * phrases that only point at the lesson, a sentence that the question has nothing to do with, or far too many words.
 */
export function findGratuitousInformation(item: CheckedItem): Flaw | null {
  const padding = PADDING.exec(item.text);
  if (padding)
    return stemFlaw(
      'gratuitous_information',
      [padding[0]],
      `Leave out ${quoteText(padding[0])}: the question is the same without it.`,
    );
  const sentences = listSentences(item.text);
  const question = sentences.at(-1) ?? '';
  const lead = sentences.slice(0, -1);
  const idle = item.type === 'multiple_choice' ? findIdleSentence(lead, question, item) : undefined;
  if (idle !== undefined)
    return stemFlaw(
      'gratuitous_information',
      [idle],
      `Leave out ${quoteText(idle)}: nothing in the question needs it.`,
    );
  const words = listWords(item.text).length;
  const limit = item.type === 'essay' || lead.some((sentence) => CASE.test(sentence)) ? 120 : 50;
  return words > limit
    ? stemFlaw(
        'gratuitous_information',
        [],
        `The stem has ${words} words. Keep only what is needed to answer, in ${limit} words at most.`,
      )
    : null;
}

function findIdleSentence(lead: readonly string[], question: string, item: CheckedItem): string | undefined {
  if (POINTS_BACK.test(question) || lead.some((sentence) => CASE.test(sentence))) return undefined;
  const needed = contentStems([question, ...item.options.map(({ text }) => text)].join(' \n '));
  return contentStems(question).size < 2
    ? undefined
    : lead.find((sentence) => containment(contentStems(sentence), needed) === 0);
}

const NEEDS_PICTURE =
  /\b(?:(?:figure|diagram|graph|chart|table|picture|image|photo(?:graph)?|illustration|map|passage|text|paragraph|video|clip) (?:above|below)|(?:above|following) (?:figure|diagram|graph|chart|picture|image|photo(?:graph)?|illustration|map|clip)|(?:shown|pictured|depicted|seen) (?:above|below|here))\b/iu;
const POINTING = /\b(?:this|these|those|such an?|the former|the latter|the above)\b(?= \p{L})/giu;
const UNNAMED_SUBJECT =
  /^\s{0,20}(?:[^,?.]{0,60},\s?)?(?:what|why|how|when|where|who|which)\s(?:is|are|was|were|do|does|did|can|could|will|would|should)\s(?:it|they|he|she|him|them)\b(?!\s(?:\p{L}+\s){0,3}(?:to|that|for|if|when)\b|\s(?:take|mean)\b)/iu;

/**
 * Ambiguous or unclear information (Tarrant et al., 2006). As a rule: a pronoun or pointer whose noun is not in the stem,
 * or a picture, table or text that is not with the question.
 */
export function findAmbiguousReference(item: CheckedItem): Flaw | null {
  const stem = blankQuotations(item.text);
  const picture = findUnquoted(NEEDS_PICTURE, item.text);
  if (picture !== undefined)
    return stemFlaw(
      'ambiguous_reference',
      [picture],
      `${quoteText(picture)} is not with the question. Say in words what is to be seen there.`,
    );
  const found = findLoosePointer(stem) ?? findUnquoted(UNNAMED_SUBJECT, item.text);
  return found === undefined
    ? null
    : stemFlaw(
        'ambiguous_reference',
        [found],
        `${quoteText(found)} points at something the stem does not name. Name it.`,
      );
}

/** A pointer before which no clause or sentence of the stem names anything; "which of these" points at the options. */
function findLoosePointer(stem: string): string | undefined {
  for (const match of stem.matchAll(POINTING)) {
    const before = stem.slice(0, match.index);
    const after = stem.slice(match.index + match[0].length, match.index + match[0].length + 40);
    if (/\b(?:which|one|any|each|all|both|some|none|most) of $/iu.test(before)) continue;
    if (/^ (?:is|are|would|best|most|describes?|explains?|happens?)\b/iu.test(after)) continue;
    const border = Math.max(...['.', ',', ';', ':', '?', '!', '\n'].map((mark) => before.lastIndexOf(mark)));
    if (border > 0 && contentStems(before.slice(0, border)).size > 0) continue;
    return match[0] + (/^ \p{L}+/u.exec(after)?.[0] ?? '');
  }
  return undefined;
}

/** Two questions in one (unclear information, Tarrant et al., 2006): an option can answer one of them at most. */
export function findTwoQuestions(item: CheckedItem): Flaw | null {
  if (item.type === 'essay') return null;
  const stem = blankQuotations(item.text);
  const second =
    /\?\s{1,9}\p{L}[^?]{2,400}\?/u.exec(stem)?.[0].replace(/^\?\s+/u, '') ??
    /[\s,](?:and|or) (?:what|why|how|who|when|where|which) (?:is|are|was|were|do|does|did|can|could|has|have|will|would)\b/iu
      .exec(stem)?.[0]
      .slice(1);
  return second === undefined
    ? null
    : stemFlaw(
        'two_questions',
        [item.text.slice(stem.indexOf(second), stem.indexOf(second) + second.length)],
        `The stem asks two things; the second begins here: ${quoteText(second)}. Ask one of them.`,
      );
}

const VAGUE =
  /(?<!\b(?:how|most|more|less|least|too|as|so|very|not) )\b(?:frequently|usually|often|sometimes|occasionally|rarely|seldom|generally|commonly|normally(?! distributed)|typically|probably|perhaps|mostly|might|several|many|some of|a lot of|lots of|almost always|quite a few)\b/iu;

/** Vague terms (Tarrant et al., 2006) in stem or options: readers agree neither on "often" nor on "many". */
export function findVagueTerm(item: CheckedItem): Flaw | null {
  if (item.type === 'essay') return null;
  const message = (word: string): string =>
    `${quoteText(word)} means different things to different readers. Leave it out, or say how much or how often.`;
  const inStem = findUnquoted(VAGUE, item.text);
  if (inStem !== undefined) return stemFlaw('vague_term', [inStem], message(inStem));
  for (const [index, option] of item.options.entries()) {
    const found = VAGUE.exec(option.text);
    if (found) return optionFlaw('vague_term', index, [found[0]], message(found[0]));
  }
  return null;
}
