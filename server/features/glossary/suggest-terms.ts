import type { TermSuggestion } from '#contract/glossary.ts';
import { isReadAsText, isTeaching } from '#server/documents/passage.ts';
import { isWrittenInEnglish } from '#server/language/detect-language.ts';
import type { LessonText } from '#server/language/lesson-text.ts';
import { isKnownVerb, isRareNoun } from '#server/language/wordnet.ts';
import type { Correction } from './glossary.store.ts';

const MOST_SUGGESTIONS = 24;
/** A word that occurs once in the documents is rarely said in a recording. */
const FEWEST_OCCURRENCES = 2;
const SHORTEST_TERM = 5;
const LONGEST_NAME_WORDS = 4;
const MISHEARD_AT_MOST = 10;

/** Case makes no difference between two terms. */
export const keyOfTerm = (term: string): string => term.normalize('NFKC').toLowerCase();

/**
 * Names and terms that the course's material suggests: what was corrected in transcripts, the key terms of summaries, and names
 * and rare words of documents. Those that the glossary has, or that were dismissed, are left out.
 */
export function suggestTerms(
  {
    corrections,
    keyTerms,
    documents,
  }: {
    readonly corrections: readonly Correction[];
    readonly keyTerms: readonly string[];
    readonly documents: readonly LessonText[];
  },
  isKnown: (key: string) => boolean,
): TermSuggestion[] {
  const suggestions = new Map<string, TermSuggestion>();
  const suggest = (suggestion: TermSuggestion): void => {
    const key = keyOfTerm(suggestion.term);
    if (!isKnown(key) && !suggestions.has(key)) suggestions.set(key, suggestion);
  };
  for (const { heard, corrected, count } of corrections) {
    const known = suggestions.get(keyOfTerm(corrected));
    if (known === undefined) suggest({ term: corrected, source: 'correction', count, misheard_as: [heard] });
    else
      suggestions.set(keyOfTerm(corrected), {
        ...known,
        count: known.count + count,
        misheard_as: [...known.misheard_as, heard].slice(0, MISHEARD_AT_MOST),
      });
  }
  const found = countTerms(documents.filter(isEnglish));
  for (const term of keyTerms)
    suggest({ term, source: 'key_term', count: found.get(keyOfTerm(term))?.count ?? 1, misheard_as: [] });
  const frequent = [...found.values()].toSorted((one, other) => other.count - one.count);
  for (const { term, count } of frequent)
    if (count >= FEWEST_OCCURRENCES) suggest({ term, source: 'document', count, misheard_as: [] });
  return [...suggestions.values()].slice(0, MOST_SUGGESTIONS);
}

/** The rules for names and rare words are those of English: German, for one, writes every noun with a capital. */
const isEnglish = ({ passages }: LessonText): boolean => isWrittenInEnglish(passages.map(({ text }) => text));

type Found = Map<string, { term: string; count: number }>;

function countTerms(documents: readonly LessonText[]): Found {
  const texts = documents.flatMap(({ passages }) =>
    passages.filter((passage) => isTeaching(passage) && isReadAsText(passage)).map(({ text }) => text),
  );
  const names: Found = new Map();
  const words: Found = new Map();
  const count = (found: Found, term: string): void => {
    const known = found.get(keyOfTerm(term));
    found.set(keyOfTerm(term), { term: known?.term ?? term, count: (known?.count ?? 0) + 1 });
  };
  for (const text of texts) {
    for (const [word] of text.matchAll(/(?<![\p{L}\p{N}'’-])\p{Ll}[\p{Ll}-]+(?![\p{L}\p{N}'’])/gu))
      count(words, word);
    for (const name of listNames(text)) count(names, name);
  }
  const terms = [...words].filter(([, { term }]) => isTerm(term));
  // A word that is also written in small letters is no name.
  const kept = [...names].filter(([key, name]) => (words.get(key)?.count ?? 0) < name.count);
  return new Map([...terms, ...kept]);
}

/** Words with a capital in mid-sentence, side by side, and words of capitals. A line with a capital on most words is a heading. */
function listNames(text: string): string[] {
  return text.split(/[.!?:;\n•]+\s*/u).flatMap((sentence) => {
    const words = [...sentence.matchAll(/[\p{L}\p{N}][\p{L}\p{M}\p{N}'’-]*/gu)].map(({ 0: word, index }) => ({
      word: word.replace(/['’]s$/u, ''),
      index,
      end: index + word.length,
    }));
    const capitals = words.filter(({ word }) => /^\p{Lu}/u.test(word)).length;
    if (words.length < 4 || capitals * 2 > words.length) return [];
    const names: string[] = [];
    let name: string[] = [];
    let end = -1;
    const finish = (): void => {
      if (name.length > 0 && name.length <= LONGEST_NAME_WORDS) names.push(name.join(' '));
      name = [];
    };
    for (const [at, each] of words.entries()) {
      const isCapital = at > 0 && /^\p{Lu}[\p{L}\p{N}]/u.test(each.word);
      if (!isCapital || sentence.slice(end, each.index).trim() !== '') finish();
      if (isCapital) name.push(each.word);
      end = each.end;
    }
    finish();
    return names;
  });
}

/** Adjectives, adverbs and forms of verbs: WordNet's nouns do not have them either. */
const OTHER_FORM = /(?:ly|ing|ed|est|ic|al|ous|ive|[ai]ble|ful|less|ary|ish|ern|wards?)$/u;
/** Words that no list of nouns and verbs has, from five letters. */
const COMMON_WORDS = new Set(
  `about above across after again against along although always among another anyone anything around became because become before
   began begun behind below beneath beside besides between beyond bigger bought broken brought built caught chosen could despite
   during either enough every everyone everything except fewer first forgotten given greater grown having heard higher however
   itself known larger later learnt least lower meant might moreover neither never often other others otherwise ought perhaps
   quite rather shall should shown since smaller sometimes spoken still stronger taken taught their theirs themselves there
   therefore these third those though through throughout together toward under unless until using weaker were whenever where
   whereas wherever whether which while whose within without would written yours older newer longer shorter driven drawn
   earlier easier harder faster slower simpler lowest highest undergone understood instead almost already maybe seven eight
   twenty thirty forty fifty sixty seventy eighty ninety hundred thousand million billion fifth whatever whoever whichever cannot chose
   different certain large small great hence sooner somebody someone nobody stolen broad clear recent ancient distant evident
   sleepy rigid likely happy metre metres meter meters kilometre kilometres centimetre centimetres millimetre millimetres`.split(
    /\s+/u,
  ),
);

const singularOf = (word: string): string =>
  word
    .replace(/ies$/u, 'y')
    .replace(/(?<=ss|x|ch|sh)es$/u, '')
    .replace(/(?<![su])s$/u, '');

/** A word that is rare in English, or that WordNet does not know. It is suggested as it is written. */
function isTerm(word: string): boolean {
  if (word.length < SHORTEST_TERM || word.includes('-')) return false;
  if (COMMON_WORDS.has(word) || OTHER_FORM.test(word) || isKnownVerb(word) || isKnownVerb(singularOf(word)))
    return false;
  return [word, singularOf(word)].every((form) => isRareNoun(form) !== false);
}
