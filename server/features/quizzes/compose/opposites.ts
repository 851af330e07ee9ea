/** Words whose exchange turns a statement into its opposite without changing length or grammar much. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['increase', 'decrease'],
  ['increases', 'decreases'],
  ['increased', 'decreased'],
  ['rise', 'fall'],
  ['rises', 'falls'],
  ['rose', 'fell'],
  ['more', 'less'],
  ['higher', 'lower'],
  ['faster', 'slower'],
  ['larger', 'smaller'],
  ['greater', 'smaller'],
  ['longer', 'shorter'],
  ['stronger', 'weaker'],
  ['raises', 'lowers'],
  ['raised', 'lowered'],
  ['raise', 'lower'],
  ['gains', 'loses'],
  ['gain', 'lose'],
  ['expands', 'contracts'],
  ['expand', 'contract'],
  ['opens', 'closes'],
  ['above', 'below'],
  ['cheaper', 'dearer'],
  ['richer', 'poorer'],
  ['absorbs', 'releases'],
  ['absorb', 'release'],
  ['attract', 'repel'],
  ['attracts', 'repels'],
  ['accelerates', 'slows'],
  ['speeds up', 'slows down'],
  ['slows down', 'speeds up'],
  ['upward', 'downward'],
  ['inward', 'outward'],
  ['to the right', 'to the left'],
  ['improves', 'worsens'],
  ['strengthens', 'weakens'],
  ['strengthened', 'weakened'],
  ['wider', 'narrower'],
  ['heavier', 'lighter'],
  ['deeper', 'shallower'],
  ['exceeds', 'falls short of'],
  ['reduces', 'increases'],
  ['reduce', 'increase'],
  ['reduced', 'increased'],
  ['grew', 'shrank'],
  ['doubles', 'is halved'],
  ['double', 'are halved'],
  ['doubled', 'was halved'],
  ['maximum', 'minimum'],
  ['declines', 'improves'],
  ['open', 'close'],
  ['open up', 'close'],
  ['loses', 'gains'],
  ['expanded', 'declined'],
  ['quickly', 'slowly'],
  ['rapidly', 'slowly'],
  ['backward', 'forward'],
  ['inelastic', 'elastic'],

  ['grows', 'shrinks'],
  ['prevents', 'encourages'],
];
const OPPOSITES = new Map<string, string>(
  PAIRS.flatMap(([one, other]) => [[other, one] as const]).concat(
    PAIRS.map(([one, other]) => [one, other] as const),
  ),
);

/**
 * The statement with its one word of direction or degree turned round; undefined when it has none, or several.
 */
export function oppositeOf(text: string): string | undefined {
  const pattern = new RegExp(
    `\\b(?:${[...OPPOSITES.keys()].sort((one, other) => other.length - one.length).join('|')})\\b`,
    'giu',
  );
  const found = [...text.matchAll(pattern)];
  const [only] = found;
  if (found.length !== 1 || !only) return undefined;
  // In "cheap and small enough" one word turned round would leave another that contradicts it; "more than" counts.
  const around = text.slice(Math.max(0, only.index - 5), only.index + only[0].length + 8);
  if (
    /\b(?:and|or) \S*$/iu.test(text.slice(Math.max(0, only.index - 5), only.index)) &&
    !/^(?:rise|fall|close|open)/iu.test(only[0])
  )
    return undefined;
  if (new RegExp(`\\b${only[0]} (?:and|or) `, 'iu').test(around) || /\bmore than \d/iu.test(around))
    return undefined;
  const opposite = OPPOSITES.get(only[0].toLowerCase());
  if (opposite === undefined) return undefined;
  const before = text.slice(0, only.index);
  return (
    before +
    (before === '' ? opposite.slice(0, 1).toUpperCase() + opposite.slice(1) : opposite) +
    text.slice(only.index + only[0].length)
  );
}
