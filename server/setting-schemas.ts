import { z } from 'zod';

/** The value of an environment variable that is set to nothing counts as unset. */
export const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()));

/** A sum of money, such as 0.15; none below 0, no thousands' marks. */
export const price = text.pipe(
  z
    .string()
    .regex(/^\d{1,9}(?:\.\d{1,9})?$/, 'must be a number such as 0.15')
    .optional()
    .transform((value) => (value === undefined ? undefined : Number(value))),
);

export const wholeNumber = <Fallback extends number | undefined>(
  fallback: Fallback,
  minimum: number,
  maximum: number,
) =>
  text.pipe(
    z
      .string()
      .regex(/^\d+$/, 'must be a whole number')
      .optional()
      .transform((value) => (value === undefined ? undefined : Number(value)))
      .pipe(z.number().min(minimum).max(maximum).optional())
      .transform((value): number | Fallback => value ?? fallback),
  );
