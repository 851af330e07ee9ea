import type { PageLine } from '../page-line.ts';

const endsAsCode = /[;{}]\s*$|\)\s*\{|=>\s*$/u;
const brackets = /^[{}()[\]]+[;,]?$/u;
const startsAsCode =
  /^\s*(?:(?:public|private|protected|static|final|abstract|const|let|var|import|from|package|def|class|interface|struct|enum|return|while|for|if|else|elif|switch|case|try|catch|do|void|int|double|float|char|boolean|bool|string|unsigned|using|namespace|template|fn|func|function|print|printf|println|throw|new|select|insert|update|create|#include|#define)\b\s*(?:[({<*#"']|[\w.<>[\]]+\s*(?:[=({;:,]|\w+\s*[=({;,]))|(?:\/\/|\/\*|#!|>>>|\$ ))/u;
const assignsOrCalls = /^\s*[\w.[\]]+(?:\s*[-+*/]?=[^=]|\+\+|--|\(.*\)\s*;?\s*$)/u;
const operators = /[{}[\]();=<>+*/&|!%]|->|::/gu;
/** Words in a row as only sentences have them. */
const wording = /(?:\p{Ll}{2,}[ ,]+){4}/u;

/** Whether a line has something to read: words, numbers, or the brackets of a block of code. */
export const isReadable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) || brackets.test(text);

/** Whether a line looks like program code in any typeface. Formulas, which assign and call as well, do not. */
export function looksLikeCode(text: string): boolean {
  if (wording.test(text) && !/^\s*(?:\/\/|\/\*|#)/u.test(text)) return false;
  if (brackets.test(text)) return true;
  if (endsAsCode.test(text) && (text.match(operators)?.length ?? 0) > 1) return true;
  return startsAsCode.test(text);
}

/** Whether a line that is set in a typewriter face is program code, and not a name or a few words. */
export function isStatement(text: string): boolean {
  return looksLikeCode(text) || assignsOrCalls.test(text);
}

const mostIndentation = 60;

/**
 * Writes lines of code with their indentation, which is measured in characters: the leftmost line has none. Parts of a
 * line with a wide gap between them (a remark behind a statement) stay apart by two spaces.
 */
export function writeCode(lines: readonly PageLine[]): string {
  const left = Math.min(...lines.map((line) => line.left));
  const character = characterWidth(lines);
  return lines
    .map((line) => {
      const indentation = Math.min(mostIndentation, Math.max(0, Math.round((line.left - left) / character)));
      const text = line.cells.length > 1 ? line.cells.map((cell) => cell.text).join('  ') : line.text;
      return ' '.repeat(indentation) + text;
    })
    .join('\n');
}

/** The usual width of a character of these lines, in points. */
function characterWidth(lines: readonly PageLine[]): number {
  const widths = lines
    .filter((line) => line.text.length > 3 && line.cells.length < 2)
    .map((line) => (line.right - line.left) / line.text.length)
    .sort((a, b) => a - b);
  return Math.max(widths[widths.length >> 1] ?? 0.5 * (lines[0]?.size ?? 10), 1);
}
