import { z } from 'zod';
import { entityIdText } from './fields.ts';

/** A list whose texts come to more than this contains the beginnings of descriptions. */
export const LIST_TEXT_BYTES = 1024 * 1024;
export const SHORT_DESCRIPTION_CHARACTERS = 300;
/** Of a list that grows without end. */
export const PAGE_ROWS = 500;

export const isShortened = z
  .literal(true)
  .optional()
  .meta({
    description: `In a list whose descriptions come to more than a MiB: they are cut after ${SHORT_DESCRIPTION_CHARACTERS} characters. The item’s own call has all of them.`,
  });

export const before = entityIdText.optional().meta({
  type: 'integer',
  minimum: 1,
  description: `The id of the last item of the page before. A page has at most ${PAGE_ROWS}.`,
});
