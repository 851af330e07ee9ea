import { z } from 'zod';

/** The largest id: PostgreSQL's `integer`. */
export const MAXIMUM_ID = 2_147_483_647;

/** An id in a JSON body: a whole number from 1. */
export const entityId = z.int('Must be a whole number.').min(1, 'Must be 1 or more.').max(MAXIMUM_ID);

/** An id in a path or query string, where everything arrives as text. */
export const entityIdText = z
  .string()
  .regex(/^[1-9][0-9]{0,9}$/, 'Must be a whole number from 1.')
  .transform(Number)
  .refine((id) => id <= MAXIMUM_ID, `Must be ${MAXIMUM_ID} or less.`);

/** PostgreSQL text cannot hold U+0000. */
const WITHOUT_NUL = /^[^\u0000]*$/;

/** Optional free text of at most `maximum` characters; surrounding white space is dropped. */
export const freeText = (maximum: number) =>
  z
    .string()
    .regex(WITHOUT_NUL, 'Must not contain the NUL character.')
    .max(maximum, `Must be ${maximum} characters or fewer.`)
    .trim();

/** Text that must not be blank; `message` is shown when it is missing or blank. */
export const requiredText = (maximum: number, message: string) =>
  z
    .string({ error: message })
    .regex(WITHOUT_NUL, 'Must not contain the NUL character.')
    .max(maximum, `Must be ${maximum} characters or fewer.`)
    .trim()
    .min(1, message);

/** An ISO 8601 instant in UTC. */
export const timestamp = z.iso.datetime();

export const idParameters = z.object({ id: entityIdText });

/** A short-lived job or record identity that callers must not interpret. */
export const opaqueId = z.string().regex(/^[A-Za-z0-9_-]{1,64}$/, 'Is not a valid identifier.');
