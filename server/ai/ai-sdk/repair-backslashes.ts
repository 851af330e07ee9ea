/** LaTeX commands that begin like JSON's escape of a tab. */
const AFTER_TAB =
  /^t(?:an|anh|au|ext|ext(?:bf|it|rm|sf|tt|sc|up|normal)|extstyle|frac|binom|heta|herefore|hinspace|ilde|imes|iny|o|op|riangle\w*|t|wo\w+)$/u;
/** As {@link AFTER_TAB}, for a line feed. Shorter commands may be words at the start of a line. */
const AFTER_LINE_FEED =
  /^n(?:abla|atural|cong|earrow|eg|eq|exists|geq|leq|less|gtr|mid|ot|otin|parallel|prec|sim|sub\w*|succ|sup\w*|warrow|u|e|i)$/u;
/** A line break follows a word or a full stop; a command follows one of these characters, or starts the text. */
const BEFORE_COMMAND = /[\s"$({[=+*/^_}\d|<>-]/u;
const ESCAPES = new Set(['"', '\\', '/']);

/**
 * Doubles single LaTeX backslashes in JSON that a model wrote: `"\frac"` parses as a form feed and "rac", and `"\sqrt"` is not
 * valid JSON. Intended escapes, such as `\n` and `\"`, are kept.
 */
export function repairBackslashes(json: string): string {
  return json.replaceAll(
    /\\(?:u[\da-fA-F]{4}|([a-zA-Z]+)|[^])/gu,
    (whole, word: string | undefined, at: number) => {
      if (word === undefined) return whole.length > 2 || ESCAPES.has(whole.charAt(1)) ? whole : `\\${whole}`;
      return isCommand(word, json.charAt(at - 1)) ? `\\${whole}` : whole;
    },
  );
}

/** @param word the letters after the backslash */
function isCommand(word: string, before: string): boolean {
  if (/^t/u.test(word)) return AFTER_TAB.test(word);
  if (/^n/u.test(word)) {
    const isShort = word.length <= 2;
    return AFTER_LINE_FEED.test(word) && (!isShort || BEFORE_COMMAND.test(before));
  }
  // Models never intend a backspace, a form feed or a lone carriage return.
  return !/^r$/u.test(word);
}
