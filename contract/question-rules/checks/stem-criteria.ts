import { contentStems, listWords } from '../words.ts';
import type { CheckedQuestion, Flaw, ReadQuestion } from './checked-question.ts';
import {
  blankQuotations,
  findUnquoted,
  listSentences,
  optionFlaw,
  quoteText,
  stemFlaw,
} from './question-text.ts';

/**
 * Criteria on the wording of the stem, after Tarrant et al. (Nurse Education Today 26, 2006) and their making into rules
 * by Moore et al. (EC-TEL 2023, arXiv 2307.08161; SAQUET, AIED 2024).
 */

/** What asks for the exception. A "not" in a condition or behind "why" asks for no exception, and is not a flaw. */
const NEGATION =
  /^(?:[^,?]{0,80},\s)?(?:which|what|who|whom|when|where)\b(?:\s(?!(?:if|when|unless|that|because|although|while)\b)[^\s?]+){0,5}?\s(?:not\b(?! only\b)|never\b|cannot\b|\p{L}+n['’]t\b)|\b(?:not|except)\b(?=[^\p{L}]{0,3}$| (?:which|what)\b)|\bEXCEPT\b|\b(?:least|un)(?: |)likely\b|\bleast (?:true|accurate|appropriate|suitable|useful|important)\b|\b(?:is|are|was|were) (?:a |an )?(?:incorrect|false|wrong|untrue)\b|\b(?:incorrect|false|wrong|untrue) (?:statements?|answers?|options?)\b|\ball but\b/iu;
const NEGATED_WORD =
  /\b(?:not|never|cannot|except|(?:least|un) ?likely|least \p{L}+|all but|(?:is|are|was|were) (?:incorrect|false|wrong|untrue)|(?:incorrect|false|wrong|untrue))\b|\b\p{L}+n['’]t\b/iu;

/** Negatively worded stem (Tarrant et al., 2006): readers miss the negation. What is quoted does not count. */
export function findNegativeStem(question: CheckedQuestion): Flaw | null {
  if (question.type === 'essay') return null;
  const lastSentence = listSentences(blankQuotations(question.text)).at(-1) ?? '';
  const asked = NEGATION.exec(lastSentence.trim())?.[0];
  const found = asked === undefined ? undefined : (NEGATED_WORD.exec(asked)?.[0] ?? asked);
  return found === undefined
    ? null
    : stemFlaw(
        'negative_stem',
        [found],
        `The question is worded negatively (${quoteText(found)}). Ask for what is the case.`,
      );
}

const PADDING =
  /\b(?:(?:according to|based on|(?:as )?(?:stated|described|discussed|mentioned|explained|covered|presented) (?:in|by)) (?:the|this|our|your|today's) (?:lecture|lesson|text|passage|video|speaker|reading|chapter|article|transcript|slides?|material|textbook|excerpt|lecturer|instructor)|as (?:we|you) (?:have |already )?(?:seen|learned|learnt|discussed|know|saw)|it is (?:well )?known that|as (?:everyone|everybody) knows|in the (?:text|lecture|passage) above)\b/iu;
/**
 * Gratuitous information in the stem (Tarrant et al., 2006): phrases that only refer to the
 * lesson, or far too many words. Whether a sentence of a case is needed takes understanding; a rule for it was mostly wrong.
 */
export function findGratuitousInformation(question: CheckedQuestion): Flaw | null {
  const padding = PADDING.exec(question.text);
  if (padding)
    return stemFlaw(
      'gratuitous_information',
      [padding[0]],
      `Leave out ${quoteText(padding[0])}: the question is the same without it.`,
    );
  const words = listWords(question.text).length;
  const limit = question.type === 'essay' || listSentences(question.text).length > 1 ? 120 : 50;
  return words > limit
    ? stemFlaw(
        'gratuitous_information',
        [],
        `The stem has ${words} words. Keep only what is needed to answer, in ${limit} words at most.`,
      )
    : null;
}

const NEEDS_PICTURE =
  /\b(?:(?:figure|diagram|graph|chart|table|picture|image|photo(?:graph)?|illustration|map|passage|text|paragraph|video|clip) (?:above|below)|(?:above|following) (?:figure|diagram|graph|chart|picture|image|photo(?:graph)?|illustration|map|clip)|(?:shown|pictured|depicted|seen) (?:above|below|here))\b/iu;
const SHOWN = /^(?:shown|seen)\b/iu;
const POINTING = /\b(?:this|these|those|such an?|the former|the latter|the above)\b(?= \p{L})/giu;
const UNNAMED_SUBJECT =
  /^\s{0,20}(?:[^,?.]{0,60},\s?)?(?:what|why|how|when|where|who|which)\s(?:is|are|was|were|do|does|did|can|could|will|would|should)\s(?:it|they|he|she|him|them)\b(?!\s(?:\p{L}+\s){0,3}(?:to|that|for|if|when)\b|\s(?:take|mean)\b)/iu;

/**
 * Ambiguous or unclear information (Tarrant et al., 2006). As a rule: a pronoun or pointer whose noun is not in the stem,
 * or a picture, table or text that is not with the question. Where the stem shows code, pointers may mean that.
 */
export function findAmbiguousReference(question: ReadQuestion): Flaw | null {
  const stem = blankQuotations(question.text);
  const showsCode = question.code !== '';
  const picture = findUnquoted(NEEDS_PICTURE, question.text);
  if (picture !== undefined && !(showsCode && SHOWN.test(picture)))
    return stemFlaw(
      'ambiguous_reference',
      [picture],
      `${quoteText(picture)} is not with the question. Say in words what is to be seen there.`,
    );
  const found = showsCode
    ? undefined
    : (findLoosePointer(stem) ?? findUnquoted(UNNAMED_SUBJECT, question.text));
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
export function findTwoQuestions(question: CheckedQuestion): Flaw | null {
  if (question.type === 'essay') return null;
  const stem = blankQuotations(question.text);
  const second =
    /\?\s{1,9}\p{L}[^?]{2,400}\?/u.exec(stem)?.[0].replace(/^\?\s+/u, '') ??
    /[\s,](?:and|or) (?:what|why|how|who|when|where|which) (?:is|are|was|were|do|does|did|can|could|has|have|will|would)\b/iu
      .exec(stem)?.[0]
      .slice(1);
  return second === undefined
    ? null
    : stemFlaw(
        'two_questions',
        [question.text.slice(stem.indexOf(second), stem.indexOf(second) + second.length)],
        `The stem asks two things; the second begins here: ${quoteText(second)}. Ask one of them.`,
      );
}

const VAGUE =
  /(?<!\b(?:how|most|more|less|least|too|as|so|very|not) )\b(?:frequently|usually|often|sometimes|occasionally|rarely|seldom|generally|commonly|normally(?! distributed)|typically|probably|perhaps|mostly|almost always)\b/iu;

/** Vague frequency terms (Tarrant et al., 2006) in an option: readers do not agree how often "often" is. */
export function findVagueTerm(question: CheckedQuestion): Flaw | null {
  if (question.type === 'essay') return null;
  for (const [index, option] of question.options.entries()) {
    const found = VAGUE.exec(option.text)?.[0];
    if (found !== undefined)
      return optionFlaw(
        'vague_term',
        index,
        [found],
        `${quoteText(found)} means different things to different readers. Leave it out, or say how often.`,
      );
  }
  return null;
}
