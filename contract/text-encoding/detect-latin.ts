import type { DetectedEncoding } from './detected-encoding.ts';

const WESTERN = [
  'äöüß',
  'àâæçéèêëîïôœùûüÿ',
  'áéíñóúü',
  'áàâãçéêíóôõúü',
  'àèéìíòóùú',
  'æøåéèêóòâô',
  'åäöé',
  'äöåšž',
  'äõöüšž',
  'áéëïíóöúüèê',
  'áðéíóúýþæö',
];
const CENTRAL = ['ąćęłńóśźż', 'áčďéěíňóřšťúůýž', 'áäčďéíĺľňóôŕšťúýž', 'áéíóöőúüű', 'čćđšž', 'ăâîşţ'];

/** The letters beyond ASCII of each language that is written in an encoding. The usual encoding is the first. */
const ENCODINGS: readonly (readonly [encoding: string, alphabets: readonly string[]])[] = [
  ['windows-1252', WESTERN],
  ['iso-8859-15', WESTERN],
  ['macintosh', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['windows-1254', ['çğıöşüâîû']],
  ['windows-1257', ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž']],
];

/** How often a text has a character that does not belong. */
interface Faults {
  readonly encoding: string;
  readonly text: string;
  readonly isWestern: boolean;
  /** In the language that fits best. */
  readonly language: number;
  /** In none of the languages of the encoding. */
  readonly any: number;
  readonly letters: number;
}

/**
 * Detects the encoding of text in Latin script: each language uses few letters beyond ASCII, so a wrong encoding shows in
 * letters of no language, capitals inside words and symbols between letters.
 */
export function detectLatin(bytes: Uint8Array): DetectedEncoding {
  const [usual, ...others] = ENCODINGS.map(([encoding, alphabets]) =>
    countFaults(bytes, encoding, alphabets),
  );
  if (usual === undefined) return { isCertain: false, encoding: null };
  const better = others
    .filter((other) => isBetter(other, usual))
    .sort((one, other) => one.language - other.language);
  const chosen = better[0] ?? usual;
  const rival = better.find(({ text }) => text !== chosen.text);
  const isTied =
    rival !== undefined &&
    chosen.letters > 0 &&
    chosen.letters <= FEW_LETTERS &&
    rival.language <= chosen.language + 1;
  if (isTied) return { isCertain: false, encoding: chosen.encoding };
  const isReadable = chosen.any <= 0.2 * chosen.letters || chosen.any <= 0.005 * chosen.text.length;
  return isReadable ? { isCertain: true, encoding: chosen.encoding } : { isCertain: false, encoding: null };
}

/** So few letters may fit several languages. */
const FEW_LETTERS = 8;

function isBetter(other: Faults, usual: Faults): boolean {
  if (other.isWestern) return other.any * 3 < usual.any;
  return (
    other.language * 3 < usual.language &&
    other.language <= 0.1 * other.letters &&
    usual.language >= Math.max(2, 0.05 * usual.letters)
  );
}

function countFaults(bytes: Uint8Array, encoding: string, alphabets: readonly string[]): Faults {
  const text = new TextDecoder(encoding).decode(bytes);
  const places = listPlaces(text);
  const faultsIn = (alphabet: string): number => {
    const letters = new Set(alphabet);
    return places.filter((place) => !belongs(place, letters)).length;
  };
  return {
    encoding,
    text,
    isWestern: alphabets === WESTERN,
    language: Math.min(...alphabets.map(faultsIn)),
    any: faultsIn(alphabets.join('')),
    letters: places.length,
  };
}

interface Place {
  readonly before: string;
  readonly own: string;
}

const isLetter = (character: string): boolean => /\p{L}/u.test(character);
/** Usual in prose, but for those of the second set not between two letters. */
const ANYWHERE = new Set('’‘–—…·\u{A0}\u{AD}');
const NOT_INSIDE_WORDS = new Set('‚“”„•€£¥§°©®™«»‹›¿¡¹²³ªº×÷±¼½¾µ†‡‰¶´¢¬‐');

/** The characters beyond ASCII, but for punctuation in its place. */
function listPlaces(text: string): Place[] {
  const places: Place[] = [];
  for (let at = 0; at < text.length; at++) {
    const own = text.charAt(at);
    if (own < '\u{80}' || ANYWHERE.has(own)) continue;
    const before = text.charAt(at - 1);
    if (NOT_INSIDE_WORDS.has(own) && !(isLetter(before) && isLetter(text.charAt(at + 1)))) continue;
    places.push({ before, own });
  }
  return places;
}

function belongs({ before, own }: Place, alphabet: ReadonlySet<string>): boolean {
  if (!alphabet.has(own.toLowerCase())) return false;
  // A capital after a small letter.
  return !(own !== own.toLowerCase() && /\p{Ll}/u.test(before));
}
