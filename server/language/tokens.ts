import { createRequire } from 'node:module';
import { isKnownVerb, nounKind } from './wordnet.ts';

/** Universal part-of-speech tags, as wink-nlp gives them. */
export type PartOfSpeech =
  | 'ADJ'
  | 'ADP'
  | 'ADV'
  | 'AUX'
  | 'CCONJ'
  | 'DET'
  | 'INTJ'
  | 'NOUN'
  | 'NUM'
  | 'PART'
  | 'PRON'
  | 'PROPN'
  | 'PUNCT'
  | 'SCONJ'
  | 'SYM'
  | 'VERB'
  | 'X'
  | 'SPACE';

export interface Token {
  readonly text: string;
  readonly lower: string;
  readonly pos: PartOfSpeech;
  readonly lemma: string;
  /** UTF-16 code units in the text that was read, end exclusive. */
  readonly start: number;
  readonly end: number;
}

// wink-nlp's own types describe an ES default export that its CommonJS build does not have; this is the part used here.
interface WinkTokens {
  out(): string[];
  out<T>(property: { readonly kind?: T }): T[];
}
interface WinkDocument {
  tokens(): WinkTokens;
}
interface Wink {
  readDoc(text: string): WinkDocument;
  readonly its: {
    readonly pos: { readonly kind?: PartOfSpeech };
    readonly lemma: { readonly kind?: string };
  };
}

let loaded: Wink | undefined;

/** Loads wink-nlp and its English model when first needed (about 80 ms, once a process). */
function wink(): Wink {
  if (loaded) return loaded;
  const require = createRequire(import.meta.url);
  const create = require('wink-nlp') as (model: unknown, pipe: string[]) => Wink;
  loaded = create(require('wink-eng-lite-web-model'), ['sbd', 'pos']);
  return loaded;
}

/** Reads one sentence (or clause): its tokens with tags, lemmas and offsets into `text`. */
export function readTokens(text: string): Token[] {
  const { its } = wink();
  const tokens = wink().readDoc(text).tokens();
  const values = tokens.out();
  const tags = tokens.out(its.pos);
  const lemmas = tokens.out(its.lemma);
  const result: Token[] = [];
  let offset = 0;
  values.forEach((value, index) => {
    const found = text.indexOf(value, offset);
    const start = found < 0 ? offset : found;
    offset = start + value.length;
    const tag = tags[index] ?? 'X';
    if (tag === 'SPACE') return;
    // The second word of a name is often taken for a verb: "the Factory Act".
    const inName =
      tag === 'VERB' && /^\p{Lu}/u.test(value) && index > 1 && /^\p{Lu}/u.test(values[index - 1] ?? '');
    const pos = inName || value.includes('_') ? 'PROPN' : tag;
    const lower = value.toLowerCase();
    result.push({
      text: value,
      lower,
      pos,
      lemma: (lemmas[index] ?? lower).toLowerCase(),
      start,
      end: offset,
    });
  });
  return result.map((token, index) => repairTag(token, (steps) => result[index + steps]));
}

const BE_FORMS = new Set(['is', 'are', 'was', 'were', 'be', 'been']);

/** "preferred" → "prefer", "used" → "use", "carried" → "carry": the verb that WordNet knows. */
function pastLemma(word: string): string {
  const stem = word.slice(0, -2);
  const candidates = [
    word.endsWith('ied') ? `${word.slice(0, -3)}y` : stem,
    `${stem}e`,
    /(.)\1$/u.test(stem) ? stem.slice(0, -1) : stem,
  ];
  return candidates.find((candidate) => isKnownVerb(candidate)) ?? word;
}

/** Irregular past forms that are hardly ever anything else; the tagger calls many of them nouns. */
const PAST_FORMS: ReadonlyMap<string, string> = new Map(
  `led lead ran run outran outrun grew grow drew draw held hold kept keep built build sent send spent spend lost lose
  won win wrote write spoke speak chose choose froze freeze broke break began begin sank sink drove drive gave give
  took take became become knew know threw throw flew fly met meet fought fight taught teach brought bring bought buy
  caught catch sought seek dealt deal meant mean sold sell told tell stood stand understood understand struck strike
  stuck stick slept sleep swept sweep wore wear tore tear bore bear fell fall overcame overcome arose arise
  shook shake forbade forbid went go`
    .split(/\s+/u)
    .flatMap((word, index, all) => (index % 2 === 0 ? [[word, all[index + 1] ?? word] as const] : [])),
);

/** The token that many steps on; before the token for negative steps. */
type Neighbor = (steps: -2 | -1 | 1 | 2) => Token | undefined;

/** One of the tagger's common mistakes: returns the token with its right tag, or undefined where it does not apply. */
type Repair = (token: Token, neighbor: Neighbor) => Token | undefined;

const OBJECT_OPENERS = ['DET', 'ADP', 'ADV', 'NOUN', 'PROPN', 'ADJ', 'PRON', 'NUM', 'SCONJ'];
const opensObject = (token: Token | undefined): boolean =>
  token !== undefined && OBJECT_OPENERS.includes(token.pos);
const isNamed = (token: Token | undefined): boolean => token?.pos === 'PROPN' || token?.pos === 'NOUN';
const isAlsoNoun = (word: string): boolean => nounKind(word) >= 0;
const asNoun = (token: Token): Token => ({ ...token, pos: 'NOUN' });
const asVerb = (token: Token, lemma: string): Token => ({ ...token, pos: 'VERB', lemma });

/** "light led the mind": the tagger takes "led" for a noun. */
const repairPastForm: Repair = (token, neighbor) => {
  const lemma = PAST_FORMS.get(token.lower);
  if (lemma === undefined || token.pos === 'VERB') return undefined;
  const previous = neighbor(-1);
  const follows = isNamed(previous) || ['PRON', 'ADV', 'ADJ'].includes(previous?.pos ?? '');
  return follows && opensObject(neighbor(1)) ? asVerb(token, lemma) : undefined;
};

/** "Builders preferred quarries …" */
const repairPastAfterSubject: Repair = (token, neighbor) => {
  if (token.pos !== 'ADJ' || !/[^e]ed$/u.test(token.lower)) return undefined;
  const before = neighbor(-2);
  const opensSentence = before === undefined || before.pos === 'DET' || before.pos === 'ADJ';
  if (!opensSentence || !isNamed(neighbor(-1)) || !opensObject(neighbor(1))) return undefined;
  const lemma = pastLemma(token.lower);
  return isKnownVerb(lemma) ? asVerb(token, lemma) : undefined;
};

/** "Ribs are stone arches": a verb after "are" would be a participle, and "stone" is not. */
const repairNounAfterBe: Repair = (token, neighbor) => {
  const previous = neighbor(-1);
  if (token.pos !== 'VERB' || previous?.pos !== 'AUX' || !BE_FORMS.has(previous.lower)) return undefined;
  const isParticiple = /(?:ed|en|ing|put|set|cut|hit|run|come|become)$/u.test(token.lower);
  return token.lower === token.lemma && !isParticiple && isAlsoNoun(token.lower) ? asNoun(token) : undefined;
};

/** "The liver stores some of it …" */
const repairSubjectAfterArticle: Repair = (token, neighbor) => {
  const [next, after] = [neighbor(1), neighbor(2)];
  if (token.pos !== 'ADJ' || neighbor(-1)?.pos !== 'DET' || next?.pos !== 'NOUN' || after === undefined)
    return undefined;
  const followsVerb =
    ['DET', 'PRON', 'NUM'].includes(after.pos) || ['when', 'if', 'because', 'after'].includes(after.lower);
  const isVerb = /[^su]s$/u.test(next.lower) && isKnownVerb(next.lower.slice(0, -1));
  return followsVerb && isVerb && isAlsoNoun(token.lower) ? asNoun(token) : undefined;
};

/** "Complements are goods …", "Recall improves when …": the first word is the subject. */
const repairFirstWord: Repair = (token, neighbor) => {
  const next = neighbor(1);
  if (token.pos !== 'VERB' || neighbor(-1) !== undefined || next === undefined) return undefined;
  if (next.pos === 'AUX' && token.lower.endsWith('s')) return asNoun(token);
  return next.pos === 'VERB' && /[^s]s$/u.test(next.lower) && isAlsoNoun(token.lower)
    ? asNoun(token)
    : undefined;
};

/** "Stomata are small pores in …": the tagger takes "small" for an adverb and "pores" for a verb. */
const repairPluralAfterBe: Repair = (token, neighbor) => {
  const previous = neighbor(-1);
  if (token.pos !== 'VERB' || neighbor(-2)?.pos !== 'AUX' || previous?.pos !== 'ADV') return undefined;
  const isPlural = /[^s]s$/u.test(token.lower) && isAlsoNoun(token.lower.slice(0, -1));
  return isPlural && !previous.lower.endsWith('ly') ? asNoun(token) : undefined;
};
const repairAdjectiveAfterBe: Repair = (token, neighbor) => {
  const next = neighbor(1);
  if (token.pos !== 'ADV' || neighbor(-1)?.pos !== 'AUX' || next?.pos !== 'VERB') return undefined;
  const precedesPlural = /[^s]s$/u.test(next.lower) && isAlsoNoun(next.lower.slice(0, -1));
  return precedesPlural && !token.lower.endsWith('ly') ? { ...token, pos: 'ADJ' } : undefined;
};

/** "a legal minimum on …" */
const repairNounBeforePreposition: Repair = (token, neighbor) => {
  const [previous, next] = [neighbor(-1), neighbor(1)];
  if (token.pos !== 'ADJ' || next === undefined || !['ADP', 'PUNCT', 'VERB', 'AUX'].includes(next.pos))
    return undefined;
  const hasArticle = previous?.pos === 'DET' || (previous?.pos === 'ADJ' && neighbor(-2)?.pos === 'DET');
  return hasArticle && next.text !== '-' && next.text !== ',' && isAlsoNoun(token.lower)
    ? asNoun(token)
    : undefined;
};

/** In this order: the first that applies decides. */
const REPAIRS: readonly Repair[] = [
  repairPastForm,
  repairPastAfterSubject,
  repairNounAfterBe,
  repairSubjectAfterArticle,
  repairFirstWord,
  repairPluralAfterBe,
  repairAdjectiveAfterBe,
  repairNounBeforePreposition,
];

/** Corrects the tagger's commonest mistakes, where the words around leave one reading only. */
function repairTag(token: Token, neighbor: Neighbor): Token {
  for (const repair of REPAIRS) {
    const repaired = repair(token, neighbor);
    if (repaired !== undefined) return repaired;
  }
  return token;
}
