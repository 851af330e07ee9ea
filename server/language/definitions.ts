import type { LessonAnalysis } from './analysis.ts';
import { restText, statementEnd, subjectText } from './clause-text.ts';
import { isPluralNoun } from './clause-words.ts';
import { textOf } from './clause.ts';
import type { Clause } from './clause.ts';
import { isDeterminer, readNounPhrase, type NounPhrase } from './noun-phrases.ts';
import { hasBarePronoun, pointsElsewhere } from './sentence.ts';
import type { Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';
import { nounKind } from './wordnet.ts';
import { stemWord } from '#contract/question-rules/words.ts';

/** "X is a Y that …", "X refers to …". Both are cased for mid-sentence; the term is without its article. */
export interface Definition {
  readonly term: string;
  readonly meaning: string;
}

/** "The fluid around the thylakoids is called the stroma." */
export interface Naming {
  readonly described: string;
  readonly name: string;
}

const MEANING_VERBS = new Set(['mean', 'denote', 'signify']);
/** Words that open what narrows a general word down. */
const POST_MODIFIERS = new Set([
  'that',
  'which',
  'who',
  'whose',
  'where',
  'in',
  'by',
  'of',
  'for',
  'used',
  'made',
  'between',
  'through',
  'to',
  'from',
  'at',
  'with',
  'on',
  'when',
  'designed',
  'caused',
  'divided',
  'found',
  'given',
  'under',
  'as',
  'about',
  'against',
  'around',
  'before',
  'after',
  'without',
  'within',
  'over',
  'into',
  'during',
  'among',
  'held',
  'owned',
  'known',
]);
/** Words that pick one out of several rather than name a kind. */
const PICKING_WORDS = new Set(
  'even only just first second third fourth fifth last next final same other new latter former'.split(' '),
);
/** "The option is …" speaks of an option met before; "an option is …" may define. */
const SPOKEN_OF_BEFORE = new Set(
  'argument case command default feature file function input item method name number object option output package parameter step system type value variable'.split(
    ' ',
  ),
);

/** Nouns that say nothing by themselves. */
const EMPTY_HEADS = new Set([
  'examples',
  'reason',
  'problem',
  'result',
  'example',
  'matter',
  'case',
  'question',
  'fact',
  'point',
  'way',
  'same',
  'thing',
  'cause',
  'choice',
  'idea',
  'lot',
  'number',
  'one',
  'part',
  'key',
  'topic',
  'goal',
  'advantage',
  'disadvantage',
  'difference',
  'effect',
]);
/** Words that a definition may begin with when something follows them: "the point above the focus", "the number of keys". */
const DEFINING_HEADS = new Set([
  'point',
  'way',
  'part',
  'number',
  'key',
  'effect',
  'difference',
  'advantage',
]);

/** "X is a Y that …" and "X means …", under strict conditions on both sides. */
export function findDefinition(sentence: Sentence, analysis: LessonAnalysis): Definition | undefined {
  const { clause } = sentence;
  if (!clause || !mayDefine(clause)) return undefined;
  const read = clause.copula ? readMeaning(sentence, clause) : readMeaningVerb(sentence, clause);
  // "heavier than the Sun.": the tokenizer sees an abbreviation.
  const meaning = read?.replace(/\.$/u, '');
  if (meaning === undefined || pointsElsewhere(meaning) || runsOn(meaning)) return undefined;
  const length = meaning.split(' ').length;
  if (length < 4 || length > 30) return undefined;
  const term = subjectText(sentence, clause, analysis.casing).replace(/^(?:a|an|the)\s+/iu, '');
  const stems = new Set(term.split(/[\s-]+/u).map((word) => stemWord(word.toLowerCase())));
  const head = stemWord(clause.head.lower);
  // "A market economy is a market economy that …" explains nothing.
  if (stems.has(head) && meaning.toLowerCase().includes(term.toLowerCase())) return undefined;
  return { term, meaning };
}

function mayDefine(clause: Clause): boolean {
  if (clause.negated || clause.subjectStart > 0 || clause.tense === 'modal') return false;
  if (clause.tense === 'past' && !clause.copula) return false;
  return clause.subjectEnd - clause.subjectStart <= 6 && isTermLike(clause);
}

/** "The bridge in Turkey it opened in 2022": as people speak, a sentence begins where another has not ended. */
function runsOn(meaning: string): boolean {
  const loose = meaning.replace(
    /\b(?:that|which|as|when|where|if|so|because|before|after|until|once|while|than|whether|what|how)\b(?: \S+){0,3}? (?:it|they)\b/giu,
    '',
  );
  return /\p{L} (?:it|they) \p{L}/u.test(loose);
}

function isTermLike(clause: Clause): boolean {
  const subject = clause.tokens.slice(clause.subjectStart, clause.subjectEnd);
  const [first] = subject;
  if (!first) return false;
  if (isDeterminer(first) && !['a', 'an', 'the'].includes(first.lower)) return false;
  if (subject.some((token) => ['and', 'or', ',', "'s", '’s'].includes(token.lower) || token.pos === 'NUM'))
    return false;
  // "The fourth argument", "the only new feature", "even an assignment": picked out of a text, no terms.
  const content = subject.filter((token) => !isDeterminer(token));
  if (content[0] !== undefined && PICKING_WORDS.has(content[0].lower)) return false;
  if (subject.length === content.length + 1 && first.lower === 'the' && content.length === 1) {
    if (SPOKEN_OF_BEFORE.has(clause.head.lower)) return false;
  }
  // "The effect" names nothing; "the testing effect" does.
  const named = subject.filter((token) => !isDeterminer(token)).length > 1;
  if (EMPTY_HEADS.has(clause.head.lower) && !named) return false;
  // "Jordan Lachler is a student …": who a person is, is not a definition.
  if (
    subject.length >= 2 &&
    subject.every((token) => token.pos === 'PROPN') &&
    nounKind(subject.map((token) => token.lower).join(' ')) < 0 &&
    nounKind(clause.head.lower) < 0
  )
    return false;
  const prepositions = subject.filter((token) => token.pos === 'ADP').length;
  return (
    prepositions === 0 ||
    (first.lower !== 'the' ? prepositions === 1 : subject.length <= 5 && prepositions === 1)
  );
}

function readMeaning(sentence: Sentence, clause: Clause): string | undefined {
  const { tokens, restStart } = clause;
  const end = statementEnd(clause);
  const phrase = readNounPhrase(tokens, restStart, end);
  const first = tokens[restStart];
  if (!phrase || !first || !fitsNumber(clause, phrase, first) || !namesKind(clause, phrase)) return undefined;
  const next = tokens[phrase.end];
  if (!next || phrase.end >= end || !(POST_MODIFIERS.has(next.lower) || next.pos === 'VERB'))
    return undefined;
  const meaning = restText(sentence, clause, end);
  const strayPronoun = clause.plural
    ? /\bits\b/u.test(meaning)
    : /\btheir\b/u.test(meaning.split(/\b(?:that|which|who|in|by)\b/u)[0] ?? '');
  if (strayPronoun) return undefined;
  // "the change that occurs because …": without the reason nothing is explained.
  // "a body of ice, formed mainly from snow, that moves": so does what it was narrowed down by behind the comma.
  const isNarrowed =
    tokens[end]?.text === ',' && tokens[end + 1]?.pos === 'VERB' && !tokens[end + 1]?.lower.endsWith('ing');
  return isNarrowed || / that \w+$/u.test(meaning) ? restText(sentence, clause, clause.end) : meaning;
}

/** Whether the article and the number of what follows the verb are those of the subject. */
function fitsNumber(clause: Clause, phrase: NounPhrase, first: Token): boolean {
  const isGroup = ['group', 'set', 'series', 'kind', 'type', 'form'].includes(phrase.head.lower);
  if (clause.plural !== phrase.plural && !isGroup) return false;
  if (clause.plural) return !isDeterminer(first) || first.lower === 'the';
  if (['a', 'an', 'the', 'any', 'one'].includes(first.lower)) return true;
  // "Explicit memory is memory that …": what cannot be counted needs no article.
  const next = clause.tokens[phrase.end];
  const isNarrowed = next?.pos === 'VERB' || ['that', 'which'].includes(next?.lower ?? '');
  return !isDeterminer(first) && isNarrowed && phrase.start === phrase.coreStart;
}

function namesKind({ tokens, restStart }: Clause, { head }: NounPhrase): boolean {
  if (EMPTY_HEADS.has(head.lower) && !DEFINING_HEADS.has(head.lower)) return false;
  return !/(?:est|most|best|first|only|main|next|last)$/u.test(tokens[restStart + 1]?.lower ?? '');
}

function readMeaningVerb(sentence: Sentence, clause: Clause): string | undefined {
  const main = clause.tokens[clause.mainVerb];
  const next = clause.tokens[clause.restStart];
  if (!main || !next) return undefined;
  const end = statementEnd(clause);
  let from = clause.restStart;
  if (!clause.passive && main.lemma === 'refer' && next.lower === 'to') from += 1;
  else if (clause.passive && main.lower === 'defined' && next.lower === 'as') from += 1;
  else if (clause.passive || !MEANING_VERBS.has(main.lemma) || next.lower === 'that') return undefined;
  const first = clause.tokens[from];
  if (!first || !['a', 'an', 'the', 'any'].includes(first.lower)) return undefined;
  return textOf(sentence.text, clause.tokens, from, end);
}

/** "The fluid around the thylakoids is called the stroma." */
export function findNaming(sentence: Sentence, analysis: LessonAnalysis): Naming | undefined {
  const { tokens } = sentence;
  const at = tokens.findIndex(
    (token, index) =>
      /^(?:called|known|termed|named)$/u.test(token.lower) &&
      ['is', 'are'].includes(tokens[index - 1]?.lower ?? ''),
  );
  if (at < 0) return undefined;
  let from = at + 1;
  if (tokens[at]?.lower === 'known') {
    if (tokens[from]?.lower !== 'as') return undefined;
    from += 1;
  }
  const name = readNounPhrase(tokens, from, tokens.length);
  if (
    !name ||
    tokens.slice(0, at - 1).some((token) => [',', ';', ':', 'which', 'and', 'but'].includes(token.lower))
  )
    return undefined;
  const described = analysis.casing.lowerInitial(textOf(sentence.text, tokens, 0, at - 1));
  const words = described.split(' ').length;
  if (words < 4 || words > 18 || pointsElsewhere(described) || hasBarePronoun(described)) return undefined;
  if (
    !/^(?:(?:the|a|an|each)\b|\p{Ll}+ (?:that|which) )/u.test(described) &&
    !isPluralNoun(tokens[0] ?? name.head)
  )
    return undefined;
  const afterName = tokens[name.end];
  if (afterName && !/^[.,;]$/u.test(afterName.text)) return undefined;
  const text = analysis.casing.lowerInitial(textOf(sentence.text, tokens, name.start, name.end));
  return { described, name: text.replace(/^(?:a|an|the)\s+/u, '') };
}
