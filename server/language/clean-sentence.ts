/** Connectives that tie a sentence to the one before it: the sentence says the same without them. */
const LEADING_CONNECTIVE =
  /^(?:so|and|but|or|yet|however|therefore|thus|hence|consequently|moreover|furthermore|in addition|additionally|also|indeed|in fact|of course|as a result|for this reason|similarly|likewise|on the other hand|by contrast|in contrast|that is|in other words|meanwhile|nevertheless|nonetheless|still|for example|for instance|then|next|first|firstly|second|secondly|third|thirdly|lastly|finally|afterwards|afterward|after that|in short|in summary|overall|in conclusion|ultimately|in general|generally|note that|notice that|remember that|recall that|again|besides|instead|otherwise|accordingly|now|well|okay|ok|alright|all right|right|anyway|actually|basically|essentially|interestingly|importantly|more importantly|surprisingly|unfortunately|fortunately|obviously|clearly|today),?\s*,\s*/iu;
const BARE_CONNECTIVE =
  /^(?:so(?! (?:do|does|did|is|are|was|were|has|have|had|can|could|will|would|may|might|must|should)\b)|and|but|yet|or|thus|hence|then(?! comes?\b| came\b)|therefore|also|now)\s+(?=\p{L})/iu;
const FILLED_PAUSE = /,?\s*\b(?:u+m+|u+h+|e+r+m*|h+m+|mm+)\b[,.…]*/giu;
const SPOKEN_FILLER =
  /,\s*(?:you know|i mean|you see|right|okay|basically|actually|like|sort of|kind of|let's say|if you like|well|so to speak|obviously)\s*(?:,|(?=[.?!]))|^(?:you know|i mean|you see|basically|actually|okay|ok|alright|right|well|anyway|so)\b,?\s+(?=\S)|\b(?:basically|literally)\s+/giu;
const STAMMER = /\b(\p{L}+)(?:\s*,?\s+|-\s*)\1\b(?=\s)/giu;
/** The lookbehind keeps a long run of marks inside a sentence from being tried from each of its characters. */
const TRAILING_MARKS = /(?<![,;:\s–—-])[,;:\s–—-]+$/u;
const BRACKETS = /( ?)([([])([^()[\]]{0,200})[)\]]/gu;
const CITATION_NUMBERS = /^[\d ,–-]+$/u;
/** Names of what follows ("An arc (Z, X) is …"), formulas and code, and what limits the statement ("(at sea level)"). */
const CARRIES_THE_STATEMENT =
  /^\p{L}(?:, ?\p{L})*$|[{}<>=&|*^;]|^(?:if|unless|until|when|where|while|except|only|but|not|without|with|provided|assuming|given|at|in|on|under|over|above|below|from|by|per|for(?! example| instance))\b/iu;
const RIGHTFUL_REPEATS = new Set(['that', 'had', 'very', 'is']);

export interface CleanSentence {
  readonly text: string;
  /** The connective that stood in front, lower case ("first", "as a result"), or null. */
  readonly connective: string | null;
}

/**
 * Takes away what a sentence can lose without saying anything else: citations and asides in brackets, connectives in front,
 * and from speech the fillers and repeated words. The first letter is made a capital and a full stop is put at the end.
 */
export function cleanSentence(quote: string, spoken: boolean): CleanSentence {
  let text = quote
    .replace(/^(?:\(?\d{1,2}[.)]|[•◦▪‣*–])\s+(?=\S)/u, '')
    .replace(/\s+/gu, ' ')
    .replace(BRACKETS, withoutAside)
    .replace(/ {2,}/gu, ' ')
    .trim();
  if (spoken) text = withoutContractions(withoutFillers(text));
  let connective: string | null = null;
  for (let round = 0; round < 3; round += 1) {
    const found = LEADING_CONNECTIVE.exec(text) ?? BARE_CONNECTIVE.exec(text);
    if (!found || found[0].length >= text.length) break;
    connective ??= found[0].replace(/[,\s]+$/u, '').toLowerCase();
    text = text.slice(found[0].length);
  }
  text = text
    .replace(
      /,\s*(?:however|therefore|for example|for instance|in fact|of course|indeed|moreover|too)\s*,/giu,
      '',
    )
    .replace(/(?<=\p{L}) (?:therefore|thus|also|consequently|however)(?= \p{Ll})/gu, '');
  if (!/\b(?:if|when|once|than|now and|and) then\b|\bif\b|\bwhen\b/iu.test(text)) {
    text = text.replace(/(?<=^[^,;]{3,60}\p{L}) then(?= \p{Ll}+)/u, '');
  }
  text = text.replace(/\s+([,.;:?!])/gu, '$1').replace(TRAILING_MARKS, '');
  if (text !== '' && !/[.?!…]["'”’)]?$/u.test(text)) text += '.';
  return { text: upperInitial(text), connective };
}

/** Brackets that touch the word before them are code, or a citation. */
function withoutAside(whole: string, space: string, open: string, inside: string, at: number): string {
  if (open === '[' && CITATION_NUMBERS.test(inside)) return '';
  return (space === '' && at > 0) || CARRIES_THE_STATEMENT.test(inside) ? whole : '';
}

function withoutFillers(text: string): string {
  let result = text;
  for (let round = 0; round < 3; round += 1) {
    const before = result;
    result = result.replace(FILLED_PAUSE, '').replace(SPOKEN_FILLER, ' ');
    result = result.replace(STAMMER, (whole, word: string) =>
      RIGHTFUL_REPEATS.has(word.toLowerCase()) ? whole : word,
    );
    result = result
      .replace(/^[\s,.;]+/u, '')
      .replace(/\s+/gu, ' ')
      .replace(/\s+([,.;?!])/gu, '$1');
    if (result === before) break;
  }
  return result.trim();
}

/** "It'll", "don't" and the like as they are written; "'s" only where it can be nothing but "is". */
function withoutContractions(text: string): string {
  return text
    .replace(/\bcan['’]t\b/giu, 'cannot')
    .replace(/\bwon['’]t\b/giu, 'will not')
    .replace(/(?<=\p{L})n['’]t\b/giu, ' not')
    .replace(/(?<=\p{L})['’]ll\b/giu, ' will')
    .replace(/(?<=\p{L})['’]re\b/giu, ' are')
    .replace(/(?<=\p{L})['’]ve\b/giu, ' have')
    .replace(/\b(it|that|there|what|he|she)['’]s\b(?! (?:been|got)\b)/giu, '$1 is');
}

/** The text with a capital first letter. */
export function upperInitial(text: string): string {
  return text.replace(
    /^(["'“‘(]*)(\p{Ll})/u,
    (_, quotes: string, letter: string) => quotes + letter.toUpperCase(),
  );
}
