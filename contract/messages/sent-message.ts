import { z } from 'zod';

/**
 * A sentence as its code and parameters, for clients that translate it. Beside a sentence `x` of an answer it is called
 * `x_coded`; null where there is no sentence, or where it was stored before sentences had codes.
 */
export const codedMessage = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) });
