import { z } from 'zod';

/** The value of an environment variable that is set to nothing counts as unset. */
export const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()));

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
