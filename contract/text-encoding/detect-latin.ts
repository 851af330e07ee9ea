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

/** For each encoding, the non-ASCII letters of its languages. The most common encoding is first. */
const ENCODINGS: readonly (readonly [encoding: string, alphabets: readonly string[]])[] = [
  ['windows-1252', WESTERN],
  ['iso-8859-15', WESTERN],
  ['macintosh', WESTERN],
  ['windows-1250', CENTRAL],
  ['iso-8859-2', CENTRAL],
  ['windows-1254', ['çğıöşüâîû']],
  ['windows-1257', ['ąčęėįšųūž', 'āčēģīķļņšūž', 'äõöüšž']],
];

/** How many characters of a decoded text do not fit. */
interface Faults {
  readonly encoding: string;
  readonly text: string;
  readonly isWestern: boolean;
  /** Faults for the best-fitting language. */
  readonly language: number;
  /** Characters that no language of the encoding uses. */
  readonly any: number;
  readonly letters: number;
}

/**
 * Detects the encoding of text in Latin script. Each language uses few non-ASCII letters, so a wrong encoding produces
 * letters of other languages, capitals inside words and symbols between letters.
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

/** This few letters may fit several languages. */
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
/** Common in prose; those of the second set never occur between two letters. */
const ANYWHERE = new Set('’‘–—…·\u{A0}\u{AD}');
const NOT_INSIDE_WORDS = new Set('‚“”„•€£¥§°©®™«»‹›¿¡¹²³ªº×÷±¼½¾µ†‡‰¶´¢¬‐');

/** The non-ASCII characters, except punctuation where it is expected. */
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
  // No capital follows a lower-case letter.
  return !(own !== own.toLowerCase() && /\p{Ll}/u.test(before));
}
