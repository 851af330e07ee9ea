import { listWords } from '../words.ts';
import type { CheckedQuestion, Flaw } from './checked-question.ts';
import { optionFlaw, partsOf, quoteText, stemFlaw } from './question-text.ts';
import type { Parts } from './question-text.ts';

/**
 * Grammatical cues in the stem (Tarrant et al., 2006; Moore et al., EC-TEL 2023): the key alone fits the stem's grammar, or
 * is alone in its own. As rules: the article before the options, number beside the verb, and the form of the opening.
 */
export function findGrammaticalCue(question: CheckedQuestion): Flaw | null {
  const parts = partsOf(question);
  return parts && (findArticleCue(question, parts) ?? findNumberCue(question, parts) ?? findFormCue(parts));
}

const startsWithVowel = (text: string): boolean =>
  /^(?:[aeiou](?!ne\b|ni|se|uro|ur)|u[^nsr]|hour|honest|honou?r|heir|un(?!i|e\b))/iu.test(text.trim());

/** "… is an" before the options: the article rules out those it does not fit. */
function findArticleCue(question: CheckedQuestion, parts: Parts): Flaw | null {
  const article = /\b(an?)[:\s]{0,9}$/iu.exec(question.text)?.[1];
  if (article === undefined) return null;
  const fits = (text: string): boolean => startsWithVowel(text) === (article.toLowerCase() === 'an');
  if (!fits(parts.key.text) || parts.distractors.every((option) => fits(option.text))) return null;
  return stemFlaw(
    'grammatical_cue',
    [article],
    `The stem ends in ${quoteText(article)}, which does not fit every option. Move the article into the options.`,
  );
}

/** Verbs and nouns of the stem that say how many the answer is. */
const ASKS_FOR_MANY =
  /\b(?:are|were)[:\s]{0,9}$|^what (?:are|were) (?:the|two|three|four)\b|^which (?:two|three|four)\b/iu;
const ASKS_FOR_ONE = /\b(?:is|was) (?:an?|the|called an?)[:\s]{0,9}$/iu;

/** Number: the stem's verb agrees with the key alone. */
function findNumberCue(question: CheckedQuestion, parts: Parts): Flaw | null {
  const verb = ASKS_FOR_MANY.exec(question.text) ?? ASKS_FOR_ONE.exec(question.text);
  if (!verb || [parts.key, ...parts.distractors].some((option) => listWords(option.text).length > 6))
    return null;
  const wantsMany = ASKS_FOR_MANY.test(question.text);
  const agrees = (text: string): boolean => isPlural(text) === wantsMany;
  return agrees(parts.key.text) && parts.distractors.every((option) => !agrees(option.text))
    ? stemFlaw(
        'grammatical_cue',
        [verb[0].trim().replace(/:$/u, '')],
        `${quoteText(verb[0].replace(/:\s*$/u, ''))} in the stem agrees with the correct option alone. Give all options the same number.`,
      )
    : null;
}

function isPlural(text: string): boolean {
  return (
    /\b(?:and|both|two|three|four|five)\b|^\d+ /iu.test(text) ||
    /^(?:[^\s]+ ){0,3}\p{L}{2,}(?<!ss|us|is|as|os)s(?:$| of | in | that | which | for )/iu.test(
      text.trim().replace(/\.$/u, ''),
    )
  );
}

/** Form: all distractors open or end alike, and the key otherwise. */
function findFormCue(parts: Parts): Flaw | null {
  for (const [name, read] of FEATURES) {
    if (name === 'article' && !canAllTakeArticle(parts)) continue;
    const ofKey = read(parts.key.text);
    const ofOthers = new Set(parts.distractors.map((option) => read(option.text)));
    const [other] = ofOthers;
    if (ofOthers.size > 1 || other === undefined || other === ofKey || parts.distractors.length < 2) continue;
    if (name === 'capital' && [ofKey, other].includes('other')) continue;
    const word = /^\S+/u.exec(parts.key.text.trim())?.[0] ?? '';
    const shown = name === 'end' ? (/\S+$/u.exec(parts.key.text.trim())?.[0] ?? '') : word;
    return optionFlaw('grammatical_cue', parts.keyIndex, shown === '' ? [] : [shown], messageOf(name, shown));
  }
  return null;
}

type FeatureName = 'capital' | 'end' | 'opening' | 'article';

/** An article singles out a short phrase among its like, not a sentence, nor one among plurals. */
function canAllTakeArticle(parts: Parts): boolean {
  return [parts.key, ...parts.distractors].every(
    ({ text }) =>
      listWords(text).length <= 4 &&
      !isPlural(text) &&
      !/^(?:many|much|more|less|few|all|no|some)\b/iu.test(text),
  );
}

function messageOf(name: FeatureName, shown: string): string {
  const what =
    name === 'capital'
      ? `Only the correct option begins with ${/^\p{Lu}/u.test(shown) ? 'a capital' : 'a small'} letter`
      : name === 'end'
        ? `The correct option (${quoteText(shown)}) ends otherwise than all others`
        : `The correct option opens with ${quoteText(shown)}, otherwise than all others`;
  return `${what}. Give all options the same form.`;
}

const FEATURES: readonly (readonly [FeatureName, (text: string) => string])[] = [
  ['capital', readCapital],
  ['end', (text) => /[.!?;]$/u.exec(text.trim())?.[0] ?? ''],
  ['opening', readOpening],
  ['article', (text) => /^(?:an?|the)(?=\s)/iu.exec(text.trim())?.[0].toLowerCase().replace('an', 'a') ?? ''],
];

/** "iPhone", "pH" and "mRNA" are neither. */
function readCapital(text: string): string {
  const word = /^\p{L}+/u.exec(text.trim())?.[0] ?? '';
  if (/^\p{Ll}+\p{Lu}/u.test(word) || /^\p{Lu}{2,}/u.test(word)) return 'other';
  return /^\p{Lu}/u.test(word) ? 'capital' : /^\p{Ll}/u.test(word) ? 'small' : 'other';
}

const OPENINGS: readonly (readonly [string, RegExp])[] = [
  ['it', /^(?:it|they|he|she|we|you|its|their)\b/iu],
  ['because', /^because\b/iu],
  ['to', /^(?:to|in order to)\s/iu],
  ['by', /^(?:by|through|with|without)\s/iu],
  ['that', /^that\b/iu],
  ['when', /^(?:when|if|while|after|before|until)\b/iu],
  // "Storing the energy", but not "Working memory".
  ['ing', /^\p{L}{2,12}ing (?:an?|the|its|their|more|less|to|for|from|with|by|on|in|at|into|out|up)\b/iu],
];

/** The opening word's part of speech, where its form shows it: "to", "because", "by", articles, pronouns, "-ing". */
function readOpening(text: string): string {
  return OPENINGS.find(([, pattern]) => pattern.test(text.trim()))?.[0] ?? '';
}
