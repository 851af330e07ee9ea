import type { LessonAnalysis } from './analysis.ts';
import { subjectText } from './clause-text.ts';
import { textOf } from './clause.ts';
import { EMPTY_HEADS } from './facts-of-terms.ts';
import type { Example } from './facts.ts';
import { nounPhraseEnd, readNounPhrase } from './noun-phrases.ts';
import type { Sentence } from './sentence.ts';
import type { Token } from './tokens.ts';
import { isKnownVerb } from './wordnet.ts';

const EXCLUSIVE_PRONOUN = /\b(?:they|them|their|it|its)\b/iu;
const COUNTED_LIST =
  /^(there (?:are|were)|.{3,80}?(?: (?:consists? of|comprises?|is divided into|are divided into|includes?|has|have|had|contains?|rests? on|takes? place in|involves?)))(?: the)? (two|three|four|five|six|seven) ((?:[a-z]+ ){0,2}[a-z]+s(?: (?:of|in|for) [^:,]{3,50})?): ([^.;:]+)\.$/iu;

/** "It consists of three stages: A, B and C", "There are three types of X: A, B and C". */
function findPart(sentence: Sentence, analysis: LessonAnalysis): Example | undefined {
  const found = COUNTED_LIST.exec(sentence.text);
  if (!found) return undefined;
  const [, opening = '', count = '', things = '', list = ''] = found;
  const members = list.split(/,\s+(?:and\s+|or\s+)?|\s+(?:and|or)\s+/u).map((member) => member.trim());
  if (
    members.length < 2 ||
    members.some((member) => member === '' || member.split(' ').length > 4 || EXCLUSIVE_PRONOUN.test(member))
  )
    return undefined;
  const whole =
    /^there /iu.test(opening) || !sentence.clause
      ? ''
      : ` of ${subjectText(sentence, sentence.clause, analysis.casing)}`;
  if (whole === '' && !/^there /iu.test(opening)) return undefined;
  if (whole === '' && !/ (?:of|in|for) /u.test(things)) return undefined;
  return {
    kind: 'example',
    sentence,
    question: `Which of these is one of the ${count.toLowerCase()} ${things}${whole}?`,
    members,
  };
}

/** "A, such as B and C": B and C are examples of A. Also "B is an example of A". */
export function findExample(sentence: Sentence, analysis: LessonAnalysis): Example | undefined {
  const part = findPart(sentence, analysis);
  if (part) return part;
  const { tokens } = sentence;
  const stated =
    /\b(?:is|are) (?:an?|one|the best-known|a common|a good|a typical|a classic|a well-known|another) (?:common |good |classic )?examples? of (an? [^,;.]+)\.$/u.exec(
      sentence.text,
    );
  if (stated?.[1] !== undefined && sentence.clause && sentence.clause.subjectStart === 0) {
    const member = subjectText(sentence, sentence.clause, analysis.casing);
    if (stated[1].split(' ').length <= 5)
      return {
        kind: 'example',
        sentence,
        question: `Which of these is an example of ${stated[1]}?`,
        members: [member],
      };
  }
  const at = tokens.findIndex((token, index) => token.lower === 'such' && tokens[index + 1]?.lower === 'as');
  if (at < 1) return undefined;
  const categoryEnd = tokens[at - 1]?.text === ',' ? at - 1 : at;
  const category = categoryBefore(sentence, categoryEnd);
  const members = readList(sentence, at + 2, analysis);
  if (category === undefined || members.length < 2) return undefined;
  return { kind: 'example', sentence, question: `Which of these is an example of ${category}?`, members };
}

function categoryBefore(sentence: Sentence, end: number): string | undefined {
  const { tokens } = sentence;
  for (let start = Math.max(0, end - 4); start < end; start += 1) {
    const phrase = readNounPhrase(tokens, start, end);
    if (phrase?.end !== end || !phrase.plural || ['it', 'that'].includes(tokens[start]?.lower ?? ''))
      continue;
    if (
      tokens
        .slice(phrase.start, phrase.end)
        .some((token) => ['other', 'these', 'its', 'their'].includes(token.lower) || token.pos === 'VERB')
    )
      return undefined;
    const head = phrase.head.lemma;
    if (EMPTY_HEADS.has(head) || head === phrase.head.lower) return undefined;
    const words = tokens.slice(phrase.coreStart, phrase.end - 1).map((token) => token.text);
    const [first = head] = words;
    const lowered = /^\p{Lu}\p{Ll}+$/u.test(first) && phrase.start === 0 ? first.toLowerCase() : first;
    const singular = [...(words.length > 0 ? [lowered, ...words.slice(1)] : []), head].join(' ');
    return `${/^[aeiou]/iu.test(singular) ? 'an' : 'a'} ${singular}`;
  }
  return undefined;
}

function readList(sentence: Sentence, from: number, analysis: LessonAnalysis): string[] {
  const { tokens } = sentence;
  const members: string[] = [];
  let index = from;
  while (index < tokens.length) {
    const end = nounPhraseEnd(tokens, index, tokens.length);
    if (end === undefined) break;
    const text = textOf(sentence.text, tokens, index, end);
    if (EXCLUSIVE_PRONOUN.test(text)) break;
    members.push(analysis.casing.lowerInitial(withoutTrailingVerb(text, tokens[end])));
    const next = tokens[end];
    if (next?.text === ',' && ['and', 'or'].includes(tokens[end + 1]?.lower ?? '')) index = end + 2;
    else if (next?.text === ',' || next?.lower === 'and' || next?.lower === 'or') index = end + 1;
    else break;
    if (['and', 'or'].includes(tokens[index - 1]?.lower ?? '')) {
      const last = nounPhraseEnd(tokens, index, tokens.length);
      if (last !== undefined)
        members.push(
          analysis.casing.lowerInitial(
            withoutTrailingVerb(textOf(sentence.text, tokens, index, last), tokens[last]),
          ),
        );
      break;
    }
  }
  return members;
}

/** "typhus spread quickly": the tagger takes the verb for a noun; an adverb or article behind it gives it away. */
function withoutTrailingVerb(text: string, next: Token | undefined): string {
  const at = text.lastIndexOf(' ');
  const verb = text.slice(at + 1).toLowerCase();
  return at > 0 &&
    next &&
    ['ADV', 'DET', 'NUM', 'ADJ', 'PRON'].includes(next.pos) &&
    isKnownVerb(verb.replace(/s$/u, ''))
    ? text.slice(0, at)
    : text;
}
