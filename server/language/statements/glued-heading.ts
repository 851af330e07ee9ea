/**
 * In plain text a heading often runs into the sentence below it: "Markets A market is …". An article with a capital gives
 * it away, where it does not follow a word that letters name ("vitamin A").
 */
const GLUED =
  /^\p{Lu}[\p{L}\d,'’-]*(?: [\p{L}\d,'’&-]+){0,7}?(?<!,|\b(?:vitamin|group|type|hepatitis|grade|class|point|team|part|plan|in|of|by|and|from|note|minor|major|the|let)) (?=(?:A|An|The) \p{Ll}{2,})/iu;

/** The text without a heading that ran into it. */
export function withoutGluedHeading(text: string): string {
  // "Equilibrium Equilibrium is …"
  const twice = /^(\p{Lu}[\p{L} -]{2,60}?) (?=\1 \p{Ll})/u.exec(text)?.[0];
  if (twice !== undefined) return text.slice(twice.length);
  const found = GLUED.exec(text)?.[0] ?? '';
  const rest = text.slice(found.length);
  // The case of letters does not count above, but for the article itself.
  return /^(?:A|An|The) \p{Ll}/u.test(rest) ? rest : text;
}
