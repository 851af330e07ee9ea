import { z } from 'zod';
import { fieldText } from './messages/field-messages.ts';

/** The largest id: PostgreSQL's `integer`. */
export const MAXIMUM_ID = 2_147_483_647;

/** An id in a JSON body: a whole number from 1. */
export const entityId = z
  .int(fieldText('whole_number'))
  .min(1, fieldText('at_least', { minimum: 1 }))
  .max(MAXIMUM_ID);

/**
 * An id in a path or query string, where everything arrives as text. The OpenAPI document calls it the whole number that
 * it is.
 */
export const entityIdText = z
  .string()
  .superRefine((text, context) => {
    if (!/^[1-9][0-9]{0,9}$/.test(text)) context.addIssue(fieldText('whole_number_from', { minimum: 1 }));
    else if (Number(text) > MAXIMUM_ID) context.addIssue(fieldText('at_most', { maximum: MAXIMUM_ID }));
  })
  .transform(Number)
  .meta({ type: 'integer', minimum: 1, maximum: MAXIMUM_ID });

/** PostgreSQL text cannot hold U+0000. */
const WITHOUT_NUL = /^[^\u0000]*$/;

/** What `trim` takes away, spelled out: not every language means the same by `\s`. */
const WHITE_SPACE = String.raw`\u0009-\u000d\u0020\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff`;

/** For the OpenAPI document alone: the checks of `requiredText` say which of the two is wrong. */
const NEITHER_BLANK_NOR_NUL = String.raw`^[${WHITE_SPACE}]*[^\u0000${WHITE_SPACE}][^\u0000]*$`;

/** Whether a text has at most `maximum` characters as people and JSON Schema count them: an emoji is one. */
export function hasAtMost(maximum: number, text: string): boolean {
  // A character is one or two code units, so most texts need no counting.
  if (text.length <= maximum) return true;
  if (text.length > 2 * maximum || !/[\ud800-\udbff]/.test(text)) return false;
  // In place: as an array of characters, a long transcript would keep every other request of the process waiting.
  const pairsNeeded = text.length - maximum;
  let pairs = 0;
  for (let index = 0; index < text.length && pairs < pairsNeeded; index += 1) {
    if (!isPair(text, index)) continue;
    pairs += 1;
    index += 1;
  }
  return pairs >= pairsNeeded;
}

const isPair = (text: string, index: number): boolean =>
  (text.charCodeAt(index) & 0xfc00) === 0xd800 && (text.charCodeAt(index + 1) & 0xfc00) === 0xdc00;

/** A string that may hold anything, of at most `maximum` characters. */
export const boundedText = (
  maximum: number,
  messages: { readonly missing?: string; readonly tooLong?: string } = {},
) =>
  z
    .string(messages.missing === undefined ? undefined : { error: messages.missing })
    .refine((text) => hasAtMost(maximum, text), messages.tooLong ?? fieldText('text_too_long', { maximum }))
    .meta({ maxLength: maximum });

/** As {@link boundedText}, without NUL. Surrounding white space stays. */
export const storableText = (maximum: number, missing?: string) =>
  boundedText(maximum, missing === undefined ? {} : { missing })
    .regex(WITHOUT_NUL, fieldText('nul_character'))
    .meta({ maxLength: maximum });

/** Optional free text of at most `maximum` characters; surrounding white space is dropped. */
export const freeText = (maximum: number) => storableText(maximum).trim().meta({ maxLength: maximum });

/** Text that must not be blank; `message` is shown when it is missing or blank. */
export const requiredText = (maximum: number, message: string) =>
  storableText(maximum, message)
    .trim()
    .min(1, message)
    .meta({ maxLength: maximum, pattern: NEITHER_BLANK_NOR_NUL });

/** An ISO 8601 instant in UTC. */
export const timestamp = z.iso.datetime();

export const idParameters = z.object({ id: entityIdText });

/** A short-lived job or record identity that callers must not interpret. */
export const opaqueId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, fieldText('identifier_invalid'));
