import { z } from 'zod';

export type JsonAnswer<T> =
  | { readonly ok: true; readonly object: T }
  /** `problem` is sent to the model. Of its answer, it contains only names of fields. */
  | { readonly ok: false; readonly problem: string; readonly cause: Error };

/** Longer answers are not searched for JSON: none that is asked for comes near. */
const MAXIMUM_CHARACTERS = 400_000;
const MAXIMUM_STARTS = 20;

/**
 * Takes the object out of a model's answer: bare, in a fenced block, or with chatter and thoughts around it.
 * Of several, the last that has the shape counts, since models think first.
 */
export function readJsonAnswer<T>(text: string, schema: z.ZodType<T>): JsonAnswer<T> {
  const answer = repairBackslashes(text.replace(/^[^]*<\/think(?:ing)?>/u, '').slice(0, MAXIMUM_CHARACTERS));
  let invalid: z.ZodError | undefined;
  for (const part of listJsonParts(answer)) {
    const parsed = schema.safeParse(part);
    if (!parsed.success) {
      invalid ??= parsed.error;
      continue;
    }
    // Not before the shape is known: nesting of any depth would overflow the stack.
    if (!hasControlCharacter(parsed.data)) return { ok: true, object: parsed.data };
    const problem = 'A text contains control characters. Write each backslash twice.';
    return { ok: false, problem, cause: new Error(problem) };
  }
  if (invalid === undefined) {
    const problem = 'The answer holds no complete JSON object.';
    return { ok: false, problem, cause: new Error(problem) };
  }
  const lines = invalid.issues
    .slice(0, 8)
    .map((issue) => `- ${issue.path.join('.') || 'the object'}: ${issue.message}`);
  return { ok: false, problem: `The JSON object has another shape:\n${lines.join('\n')}`, cause: invalid };
}

/** Every JSON value that begins at one of the last braces in the outermost nesting, the last first; the whole text before all. */
function listJsonParts(text: string): unknown[] {
  const whole = parseJson(text.trim());
  if (whole !== undefined) return [whole];
  const parts: unknown[] = [];
  let from = 0;
  for (let tries = 0; tries < MAXIMUM_STARTS; tries += 1) {
    const start = text.slice(from).search(/[{[]/u);
    if (start < 0) break;
    const end = findEnd(text, from + start);
    const value = end === undefined ? undefined : parseJson(text.slice(from + start, end));
    if (value !== undefined) parts.unshift(value);
    from = value === undefined || end === undefined ? from + start + 1 : end;
  }
  return parts;
}

/** Where the brackets that open at `start` are closed again; brackets in strings do not count. */
function findEnd(text: string, start: number): number | undefined {
  let depth = 0;
  let quoted = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (quoted) {
      if (character === '\\') at += 1;
      else if (character === '"') quoted = false;
    } else if (character === '"') quoted = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return undefined;
}

/** Tabs and line ends are allowed, because code contains them. */
function hasControlCharacter(value: unknown): boolean {
  if (typeof value === 'string') return /[^\P{Cc}\t\n\r]/u.test(value);
  return typeof value === 'object' && value !== null && Object.values(value).some(hasControlCharacter);
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** LaTeX commands that begin like the JSON escape for a tab. */
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
function repairBackslashes(json: string): string {
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
