import type { TrashName } from '#web/api-client/trash.queries.ts';

/** The element ids that the focus returns to. */
export const EMPTY_BUTTON_ID = 'empty-trash';
export const INTRO_ID = 'trash-intro';
export const restoreButtonIdOf = ({ kind, id }: TrashName): string => `restore-${kind}-${id}`;
