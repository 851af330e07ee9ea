import { z } from 'zod';

/** The value of an environment variable that is set to nothing counts as unset. */
export const text = z
  .string()
  .optional()
  .transform((value) => (value === undefined || value.trim() === '' ? undefined : value.trim()));

const UNIT_BYTES = { b: 1, kib: 1024, mib: 1024 ** 2, gib: 1024 ** 3, tib: 1024 ** 4 } as const;

/** A size in bytes, such as 1500000 or 20GiB. */
export const byteSize = (fallback: number) =>
  text.pipe(
    z
      .string()
      .regex(
        /^\d+(?:\.\d+)? ?(?:[KMGT]iB|B)?$/i,
        'must be a number of bytes, or a size such as 500MiB or 20GiB',
      )
      .transform((value) => {
        const unit = /[KMGT]?i?B$/i.exec(value)?.[0].toLowerCase() ?? 'b';
        return Math.floor(Number.parseFloat(value) * UNIT_BYTES[unit as keyof typeof UNIT_BYTES]);
      })
      .pipe(z.number().max(Number.MAX_SAFE_INTEGER, 'is larger than any disk'))
      .optional()
      .transform((value) => value ?? fallback),
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
