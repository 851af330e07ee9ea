/**
 * Words without a language model: fast enough to run on every key stroke, and free of Node, so that the question checker can
 * run in the browser as well.
 */

const STOP_WORDS = new Set(
  `a an the this that these those such some any each every either neither both all no not nor and or but if then than so
  as at by for from in into of off on onto out over to up with without within about above across after against along among
  around before behind below beneath between beyond during except near since through throughout till toward towards under
  until upon via i me my mine we us our ours you your yours he him his she her hers it its they them their theirs itself
  themselves himself herself oneself one ones who whom whose which what when where why how is am are was were be been being
  has have had having do does did doing done can could will would shall should may might must there here very too also just
  only even ever still yet again more most much many few less least other others another own same because while whereas
  although though however therefore thus hence given called known example happen happens happened following supported
  lesson statement best describes described true explains explain term name means mean refer refers would expect suppose
  likely result results reason happens`.split(/\s+/u),
);

/** The words of a text, lower case, apostrophes straightened; numbers keep their decimal point and separators. */
export function listWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\d+(?:[.,]\d+)*|\p{L}+(?:'\p{L}+)*/gu) ?? []
  );
}

/** A word's rough stem: plural, -ed, -ing, -ly and a final e are taken off, alike in all its forms. */
export function stemWord(word: string): string {
  let stem = word.replace(/'s?$/u, '');
  if (stem.length <= 3 || /\d/u.test(stem)) return stem;
  if (stem.endsWith('ies')) stem = `${stem.slice(0, -3)}y`;
  else if (/(?:ches|shes|xes|sses|zes)$/u.test(stem)) stem = stem.slice(0, -2);
  else if (stem.endsWith('s') && !/(?:ss|us|is)$/u.test(stem)) stem = stem.slice(0, -1);
  if (stem.length > 5 && stem.endsWith('ing')) stem = undouble(stem.slice(0, -3));
  else if (stem.length > 4 && stem.endsWith('ied')) stem = `${stem.slice(0, -3)}y`;
  else if (stem.length > 4 && stem.endsWith('ed')) stem = undouble(stem.slice(0, -2));
  else if (stem.length > 5 && stem.endsWith('ly')) stem = stem.slice(0, -2);
  return stem.length > 3 && stem.endsWith('e') ? stem.slice(0, -1) : stem;
}

function undouble(stem: string): string {
  return /([bdgmnprt])\1$/u.test(stem) ? stem.slice(0, -1) : stem;
}

export function isStopWord(word: string): boolean {
  return STOP_WORDS.has(word);
}

const remembered = new Map<string, ReadonlySet<string>>();
/** Longer texts are not kept: they are rarely asked for twice, and would fill the memory. */
const REMEMBERED_CHARACTERS = 2000;

/** Stems of the words that carry meaning, each once, in the order in which they first stand. Remembered for a while. */
export function contentStems(text: string): ReadonlySet<string> {
  const known = remembered.get(text);
  if (known) return known;
  const stems = new Set<string>();
  for (const word of listWords(text)) if (!STOP_WORDS.has(word)) stems.add(stemWord(word));
  if (text.length <= REMEMBERED_CHARACTERS) {
    if (remembered.size > 20_000) remembered.clear();
    remembered.set(text, stems);
  }
  return stems;
}

/** The share of `part` that is also in `whole`, 0 to 1; 0 when `part` is empty. */
export function containment(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 0;
  let shared = 0;
  for (const stem of part) if (whole.has(stem)) shared += 1;
  return shared / part.size;
}

/** Shared stems over all stems, 0 to 1. */
export function overlap(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = containment(one, other) * one.size;
  const union = one.size + other.size - shared;
  return union === 0 ? 0 : shared / union;
}
