import type { DetectedEncoding } from './detected-encoding.ts';

interface Script {
  readonly letters: RegExp;
  /** The most frequent letters of this script. */
  readonly common: string;
  /** Their share in typical text. */
  readonly usualShare: number;
  readonly encodings: readonly string[];
}

const KANA = String.fromCodePoint(...Array.from({ length: 0xbc }, (_, at) => 0x3041 + at));
const HAN = /[\p{Script=Han}々]/u;
const SCRIPTS: readonly Script[] = [
  {
    letters: /\p{Script=Cyrillic}/u,
    common: 'оеаинтсрвлкмпудяы',
    usualShare: 0.8,
    encodings: ['windows-1251', 'koi8-u', 'ibm866', 'iso-8859-5'],
  },
  { letters: /\p{Script=Greek}/u, common: 'αοιετνσηρκπυςόίάέ', usualShare: 0.8, encodings: ['windows-1253'] },
  { letters: /\p{Script=Hebrew}/u, common: 'יוהלאתרבמשנ', usualShare: 0.7, encodings: ['windows-1255'] },
  { letters: /\p{Script=Arabic}/u, common: 'اليمونرتبةعدسف', usualShare: 0.75, encodings: ['windows-1256'] },
  { letters: /\p{Script=Thai}/u, common: 'านรอกเงมยลวดทสต่้ี', usualShare: 0.7, encodings: ['windows-874'] },
  {
    letters: HAN,
    common: '的一是不了人我在有他这为之大来以个中上们到说国和地也子时道出而要于就下得可你年生',
    usualShare: 0.25,
    encodings: ['gb18030'],
  },
  {
    letters: HAN,
    common: '的一是不了人我在有他這為之大來以個中上們到說國和地也子時道出而要於就下得可你年生',
    usualShare: 0.25,
    encodings: ['big5'],
  },
  {
    letters: /[\p{Script=Hangul}\p{Script=Han}]/u,
    common: '이다는의에을를가은하고지로기사도리서한있어대나자인시그들과해정아라',
    usualShare: 0.4,
    encodings: ['euc-kr'],
  },
  {
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}々ー]/u,
    common: KANA,
    usualShare: 0.35,
    encodings: ['shift_jis', 'euc-jp'],
  },
];

const USUAL_SYMBOLS = new Set('№€°©®™±×');

interface Candidate {
  readonly encoding: string;
  /** 1 for typical text in this encoding, about 0 for bytes in another one. */
  readonly fit: number;
  /** The number of distinct letters. */
  readonly letters: number;
}

/** Capitals are rarer: if one encoding yields lower case and another capitals, lower case is right. */
const CAPITAL = 0.85;

/** With fewer letters, several encodings may fit. */
const FEWEST_LETTERS = 4;

/** Detects the encoding of text in a non-Latin script by its most frequent letters. */
export function detectScript(bytes: Uint8Array): DetectedEncoding {
  const candidates = SCRIPTS.flatMap((script) =>
    script.encodings.map((encoding) => judge(bytes, script, encoding)),
  ).sort((one, other) => other.fit - one.fit);
  const [best, second] = candidates;
  if (best === undefined || best.fit < 0.3) return { isCertain: false, encoding: null };
  const isCertain =
    best.fit >= 0.6 && best.letters >= FEWEST_LETTERS && best.fit >= (second?.fit ?? 0) + 0.05;
  return { isCertain, encoding: best.encoding };
}

function judge(bytes: Uint8Array, script: Script, encoding: string): Candidate {
  // With `stream`, an incomplete last character is not decoded.
  const text = new TextDecoder(encoding).decode(bytes, { stream: true });
  let [letters, usual, faults] = [0, 0, 0];
  const different = new Set<string>();
  let before = '';
  for (const character of text) {
    if (character >= '\u{80}') {
      if (isFault(character, before)) faults++;
      else if (script.letters.test(character)) {
        letters++;
        different.add(character);
      } else if (/[\p{L}\p{S}]/u.test(character) && !USUAL_SYMBOLS.has(character)) faults++;
      if (script.common.includes(character)) usual++;
      else if (script.common.includes(character.toLowerCase())) usual += CAPITAL;
    }
    before = character;
  }
  const fit = letters === 0 ? 0 : usual / letters / script.usualShare - (3 * faults) / letters;
  return { encoding, fit, letters: different.size };
}

/** Unassigned bytes, control characters, half-width Katakana, box-drawing characters, and a capital after a lower-case letter. */
function isFault(character: string, before: string): boolean {
  return (
    /[\u{FFFD}\p{Cc}\p{Co}\u{FF61}-\u{FF9F}\u{2500}-\u{259F}]/u.test(character) ||
    (/\p{Lu}/u.test(character) && /\p{Ll}/u.test(before) && before >= '\u{80}')
  );
}
