import { z } from 'zod';
import { entityIdText } from './fields.ts';
import { PAGE_ROWS, SHORT_DESCRIPTION_CHARACTERS } from './list-limits.ts';

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
