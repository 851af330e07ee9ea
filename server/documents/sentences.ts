/** A sentence and its range in its text: UTF-16 code units, end exclusive; `text` is exactly that slice. */
export interface Sentence {
  readonly text: string;
  readonly startOffset: number;
  readonly endOffset: number;
}

/**
 * Where a sentence may end: a run of terminators with closing quotes, brackets and reference numbers behind it; an
 * empty line; or a line that starts with a bullet. East Asian terminators need no space after them. A run is looked at
 * from its beginning only: from each of its places, a line of dots would take hours.
 */
const candidates =
  /(?<![.!?…\u{203D}])[.!?…\u{203D}]+["'”’»)\]]*(?:\[\d+(?:[,–-]\s?\d+)*\])*(?=\s|$)|[。！？]["”’」』）]*|\n[^\S\n]*(?=\n)|\n(?=[^\S\n]*(?:[•◦▪‣*]|[-–] |\d{1,3}[.)] ))/gu;
const longestLookBehind = 40;

/**
 * Splits text into sentences without breaking at abbreviations ("Dr. Chen", "Fig. 3", "e.g. this"), initials,
 * decimals, list numbers and ellipses in mid-sentence. Linear in the length of the text.
 * @returns the sentences in order, trimmed, together holding every character that is not white space.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let start = 0;
  for (const match of text.matchAll(candidates)) {
    const end = match.index + match[0].length;
    if (!match[0].startsWith('\n') && !isBoundary(text, start, match.index, match[0], end)) continue;
    pushTrimmed(sentences, text, start, end);
    start = end;
  }
  pushTrimmed(sentences, text, start, text.length);
  return sentences;
}

function pushTrimmed(sentences: Sentence[], text: string, start: number, end: number): void {
  const slice = text.slice(start, end);
  const trimmed = slice.trim();
  if (trimmed === '') return;
  const startOffset = start + slice.length - slice.trimStart().length;
  sentences.push({ text: trimmed, startOffset, endOffset: startOffset + trimmed.length });
}

function isBoundary(text: string, start: number, at: number, mark: string, end: number): boolean {
  if (/^[。！？]/u.test(mark)) return true;
  const next = nextWord(text, end);
  if (next === '') return true;
  // A lower-case word continues the sentence: "What?" she asked; wait ... for it. A bare "." before one may
  // be an unknown abbreviation.
  if (/^["'“‘«([]*\p{Ll}/u.test(next) && !/^(?:i(?:OS|Phone|Pad)|eBay|e[A-Z])/u.test(next)) return false;
  if (!mark.startsWith('.') || mark.startsWith('..')) return true;
  const word = wordBefore(text, Math.max(start, at - longestLookBehind), at);
  const isFirst = text.slice(start, at).trim() === word;
  // "1. Open the lid" is one item; so is "a. Open".
  if (isFirst && /^\(?(?:\d{1,3}|\p{L}|[ivx]{1,4})\)?$/u.test(word)) return false;
  const bare = word.replace(/^["'“‘«([]+/u, '');
  switch (abbreviationKind(bare)) {
    case 'inside':
      return false;
    case 'before-number':
      return !/^[\d(]|^[IVX]+\b/u.test(next);
    case 'either':
      return startsSentence(next);
    case 'none':
      return true;
  }
}

function nextWord(text: string, from: number): string {
  let at = from;
  while (at < text.length && /\s/u.test(text.charAt(at))) at++;
  let end = at;
  while (end < text.length && end - at < longestLookBehind && !/\s/u.test(text.charAt(end))) end++;
  return text.slice(at, end);
}

function wordBefore(text: string, from: number, end: number): string {
  let at = end;
  while (at > from && !/\s/u.test(text.charAt(at - 1))) at--;
  return text.slice(at, end);
}

/** Stand before a name or in mid-sentence: the full stop after them never ends a sentence. */
const inside = new Set(
  (
    'dr mr mrs ms mx prof st mt ft gen col sgt capt cpt lt maj cmdr adm rev fr hon pres sen rep gov supt messrs mmes ' +
    'e.g i.e eg ie viz cf vs v approx ca resp incl excl esp spec viz. a.k.a i.a c.f e.x dept univ'
  ).split(' '),
);
/** End no sentence when a number follows: "Fig. 3", "No. 7", "pp. 12". */
const beforeNumber = new Set(
  (
    'fig figs eq eqs eqn eqns sec sect secs ch chap chs vol vols no nos nr p pp par para art tab tabs thm lem cor ' +
    'def defn prop ex exs app ref refs alg line ll ver rev ed op ser pt rule r jan feb mar apr jun jul aug sep sept oct nov dec'
  ).split(' '),
);
/** May end a sentence: it does when a word that usually starts one follows. */
const either = new Set(
  'etc inc ltd co corp bros jr sr al a.m p.m am pm u.s u.k u.n e.u ph.d m.d b.a m.a b.sc m.sc d.phil esq dist ave blvd rd hrs hr min mins sec secs est ibid seq eds edn'.split(
    ' ',
  ),
);
/** Words that start a sentence rather than continue a name. */
const starters = new Set(
  (
    'a after all also although an and another any are as at because before both but by can consequently did do does each ' +
    'either even every few finally first for from furthermore given had has have he hence her here his how however i if ' +
    'in instead is it its last later let like many may meanwhile most moreover my neither nevertheless next no none nor ' +
    'not note nothing now of on once one only or other others our out over perhaps please second see several she should ' +
    'similarly since so some sometimes soon still such take that the their then there therefore these they third this ' +
    'those though through thus to today two under unless unlike until use using was we were what when whenever where ' +
    'whereas whether which while who whose why will with without would yes yet you your'
  ).split(' '),
);

/** How a full stop after this word (without it) is to be read. */
function abbreviationKind(word: string): 'inside' | 'before-number' | 'either' | 'none' {
  const lower = word.toLowerCase();
  if (inside.has(lower)) return 'inside';
  if (beforeNumber.has(lower)) return 'before-number';
  if (either.has(lower)) return 'either';
  // An initial ("J. Smith"), or letters with dots between ("U.S.A.", "D.C."); "I" is a word.
  if (/^(?:\p{Lu}|(?:\p{L}\.)+\p{L})$/u.test(word) && word !== 'I') return 'either';
  // "J.R.R" and hyphenated initials, "J.-P".
  return /^(?:\p{Lu}\.-?)+\p{Lu}$/u.test(word) ? 'either' : 'none';
}

/** Whether a word, with the quotes before it, usually starts a sentence. Also true of bullets. */
function startsSentence(word: string): boolean {
  const bare = word.replace(/^["'“‘«([]+/u, '');
  if (/^[•◦▪‣]/u.test(bare)) return true;
  return /^\p{Lu}/u.test(bare) && starters.has(bare.toLowerCase().replace(/[^\p{L}].*$/u, ''));
}
