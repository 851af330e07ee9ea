/**
 * Words for the evaluation alone. Written apart from `contract/question-rules/words.ts` on purpose: a fault there must not hide itself by
 * being measured with its own ruler.
 */
const FUNCTION_WORDS = new Set(
  `a about above after again against all also although always am among an and any are as at away be because become becomes
  been before being below between both but by called can could did do does doing done down during each either else even ever
  every few first for from further get gets give gives given had has have having he her here hers him his how however i if in
  instead into is it its itself just known last least less made make makes many may me might more most much must my neither
  never no nor not now of off often on once one only onto or other others our out over own per rather said same say says see
  shall she should since so some still such take takes than that the their them themselves then there therefore these they
  this those through thus till to together too toward towards under until up upon us use used uses using usually very was we
  well were what when where whereas whether which while who whom whose why will with within without would yet you your`.split(
    /\s+/u,
  ),
);

/** The words of a text in small letters; numbers keep their decimal point. */
export function splitWords(text: string): string[] {
  return (
    text
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/\p{N}+(?:[.,]\p{N}+)*|\p{L}+(?:['-]\p{L}+)*/gu) ?? []
  );
}

/** Cuts common English endings, so that "freezes", "freezing" and "freeze" meet. Crude, but alike for all forms. */
export function cutEnding(word: string): string {
  const bare = word.replace(/'s$/u, '');
  if (bare.length < 5) return bare.replace(/(?<=\p{L}{2}[^s])s$/u, '');
  const cut = bare
    .replace(/(?:iest|ier|ies|ied)$/u, 'y')
    .replace(/(?:ations?|ating|ated|ates?)$/u, 'at')
    .replace(/(?:ingly|edly|ings?|ed|ly|es|(?<!s)s|e)$/u, '')
    .replace(/([bdfglmnprt])\1$/u, '$1');
  return cut.length < 3 ? bare : cut;
}

/** The words that carry meaning, endings cut, each once. */
export function meaningWords(text: string): Set<string> {
  return new Set(
    splitWords(text)
      .filter((word) => !FUNCTION_WORDS.has(word))
      .map(cutEnding),
  );
}

/** Which share of `part` is also in `whole`, 0 to 1; 1 when `part` is empty. */
export function shareWithin(part: ReadonlySet<string>, whole: ReadonlySet<string>): number {
  if (part.size === 0) return 1;
  return [...part].filter((word) => whole.has(word)).length / part.size;
}
