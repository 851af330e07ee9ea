import { listWords } from '#contract/question-rules/words.ts';

/** `unknown`: too few words that any language would be known by, such as names, terms and numbers. */
export type DetectedLanguage = 'english' | 'other' | 'unknown';

/** The small words of each language that no other one here has, or that are far more common in it. */
const markers: Readonly<Record<string, ReadonlySet<string>>> = {
  english: words(
    `the of and to is that it for was with are be this have from or by not but what all were when we there can an your which
    their if will each about how up out them then so these some would into has more two could than been who its now such as
    on at our may should between where why does used using only also both during because after before over under you they
    using given let while most many other one first every any no same`,
  ),
  german: words(
    `der die das und ist nicht von den dem ein eine einer eines einem mit für auf sich des im zu werden wird auch sind bei
    oder als aus wie durch nach kann zum zur über wenn aber noch nur vom sowie dass man einen diese dieser unter zwischen`,
  ),
  french: words(
    `le la les des du et est une un dans pour que qui sur par avec au aux pas plus ce cette ces sont ou il elle nous vous leur
    son sa ses entre comme être mais si ne se d'un d'une l'on donc cela peut`,
  ),
  spanish: words(
    `el los las del y que en un una para por con se su sus al como más pero este esta estos es son lo entre también puede
    cuando o sobre ser muy`,
  ),
  portuguese: words(
    `o os as do da dos das e que em um uma para por com não se ao à é são mais mas como este esta entre pode pela pelo também
    quando ou sobre ser`,
  ),
  italian: words(
    `il lo gli i della delle del dei e che di un una per con non si al alla è sono più ma come questo questa tra anche può
    quando nel nella o dal dalla`,
  ),
  dutch: words(
    `de het een en van is dat op te zijn met voor niet aan er om ook als bij door naar uit wordt worden kan deze dit tussen
    maar of over die`,
  ),
};

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/u));
}

/** Points of a slide have few small words; sentences have many. */
const smallestShare = 0.06;
const fewestMarkers = 2;
const mostWords = 2_000;

/**
 * Detects whether a text is English, by its small words: without code, tables and names, which say nothing of it. A text
 * of terms alone is of no detectable language; letters other than Latin ones are not English.
 */
export function detectLanguage(text: string): DetectedLanguage {
  const start = text.slice(0, 20 * mostWords);
  const letters = start.match(/\p{L}/gu)?.length ?? 0;
  const latin = start.match(/\p{Script=Latin}/gu)?.length ?? 0;
  if (letters === 0) return 'unknown';
  // Formulas are full of Greek letters.
  if (latin < 0.5 * letters && letters - latin > 20) return 'other';
  const own = listWords(start)
    .filter((word) => /\p{L}/u.test(word))
    .slice(0, mostWords);
  const counted = Object.entries(markers).map(([language, small]) => ({
    language,
    count: own.filter((word) => small.has(word)).length,
  }));
  const english = counted.find(({ language }) => language === 'english')?.count ?? 0;
  const other = Math.max(
    ...counted.filter(({ language }) => language !== 'english').map(({ count }) => count),
  );
  if (Math.max(english, other) < Math.max(fewestMarkers, smallestShare * own.length)) return 'unknown';
  return english >= other ? 'english' : 'other';
}

/** So many texts, from the beginning, say what language a lesson is in. */
const mostTexts = 200;

/**
 * Whether the texts of a lesson are in English for the most part. Each text counts for itself: quotations in another
 * language change nothing, and lists of terms, which are in no detectable language, do not count.
 */
export function isWrittenInEnglish(texts: readonly string[]): boolean {
  let [english, other, hasWords] = [0, 0, false];
  for (const text of texts.slice(0, mostTexts)) {
    hasWords ||= /\p{L}{2}/u.test(text);
    const language = detectLanguage(text);
    if (language === 'english') english += text.length;
    if (language === 'other') other += text.length;
  }
  return hasWords && english >= other;
}
