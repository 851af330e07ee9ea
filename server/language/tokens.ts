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
  return result.map((token, index) =>
    repairTag(token, result[index - 1], result[index + 1], result[index - 2], result[index + 2]),
  );
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

/** Mends the tagger's commonest mistakes, where the words around leave one reading only. */
function repairTag(
  token: Token,
  previous: Token | undefined,
  next: Token | undefined,
  before: Token | undefined,
  after: Token | undefined,
): Token {
  const asNoun = (): Token => ({ ...token, pos: 'NOUN' });
  const isName = previous?.pos === 'PROPN' || previous?.pos === 'NOUN';
  const opensObject =
    next !== undefined &&
    ['DET', 'ADP', 'ADV', 'NOUN', 'PROPN', 'ADJ', 'PRON', 'NUM', 'SCONJ'].includes(next.pos);
  // "light led the mind": no noun, though the tagger thinks so.
  const past = PAST_FORMS.get(token.lower);
  if (
    past !== undefined &&
    token.pos !== 'VERB' &&
    (isName || previous?.pos === 'PRON' || previous?.pos === 'ADV' || previous?.pos === 'ADJ') &&
    opensObject
  )
    return { ...token, pos: 'VERB', lemma: past };
  // "Builders preferred quarries …"
  if (
    token.pos === 'ADJ' &&
    /[^e]ed$/u.test(token.lower) &&
    isName &&
    opensObject &&
    (before === undefined || before.pos === 'DET' || before.pos === 'ADJ') &&
    isKnownVerb(pastLemma(token.lower))
  )
    return { ...token, pos: 'VERB', lemma: pastLemma(token.lower) };
  // "Ribs are stone arches": after "are" a verb is a participle, and this is none.
  if (
    token.pos === 'VERB' &&
    previous?.pos === 'AUX' &&
    BE_FORMS.has(previous.lower) &&
    token.lower === token.lemma &&
    !/(?:ed|en|ing|put|set|cut|hit|run|come|become)$/u.test(token.lower) &&
    nounKind(token.lower) >= 0
  )
    return asNoun();
  // "The liver stores some of it …"
  if (
    token.pos === 'ADJ' &&
    previous?.pos === 'DET' &&
    next?.pos === 'NOUN' &&
    /[^su]s$/u.test(next.lower) &&
    nounKind(token.lower) >= 0 &&
    isKnownVerb(next.lower.slice(0, -1)) &&
    after !== undefined &&
    (['DET', 'PRON', 'NUM'].includes(after.pos) || ['when', 'if', 'because', 'after'].includes(after.lower))
  )
    return asNoun();
  // "Complements are goods …": what stands before "are" at the start is a noun.
  if (token.pos === 'VERB' && previous === undefined && next?.pos === 'AUX' && token.lower.endsWith('s'))
    return asNoun();
  // "Recall improves when …"
  if (
    token.pos === 'VERB' &&
    previous === undefined &&
    next?.pos === 'VERB' &&
    /[^s]s$/u.test(next.lower) &&
    nounKind(token.lower) >= 0
  )
    return asNoun();
  // "Stomata are small pores in …"
  if (
    token.pos === 'VERB' &&
    /[^s]s$/u.test(token.lower) &&
    before?.pos === 'AUX' &&
    previous?.pos === 'ADV' &&
    !previous.lower.endsWith('ly') &&
    nounKind(token.lower.slice(0, -1)) >= 0
  )
    return asNoun();
  if (
    token.pos === 'ADV' &&
    !token.lower.endsWith('ly') &&
    previous?.pos === 'AUX' &&
    next?.pos === 'VERB' &&
    /[^s]s$/u.test(next.lower) &&
    nounKind(next.lower.slice(0, -1)) >= 0
  )
    return { ...token, pos: 'ADJ' };
  // "a legal minimum on …"
  if (
    token.pos === 'ADJ' &&
    (previous?.pos === 'DET' || (previous?.pos === 'ADJ' && before?.pos === 'DET')) &&
    next !== undefined &&
    ['ADP', 'PUNCT', 'VERB', 'AUX'].includes(next.pos) &&
    next.text !== '-' &&
    next.text !== ',' &&
    nounKind(token.lower) >= 0
  )
    return asNoun();
  return token;
}
