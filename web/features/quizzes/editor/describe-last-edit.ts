import type { TFunction } from 'i18next';
import type { EditHistory } from './edit-history.ts';

/** What happened last, in a sentence; empty for typing, which tells of itself. */
export function describeLastEdit(t: TFunction, { last, present }: EditHistory): string {
  if (last === null) return '';
  const edit = t(`editor.edits.${last.name}`);
  if (last.kind === 'undone') return t('editor.undone', { edit });
  if (last.kind === 'redone') return t('editor.redone', { edit });
  if (last.name === 'move') {
    const place = present.findIndex(({ key }) => key === last.questionKey) + 1;
    return t('editor.movedTo', { place, count: present.length });
  }
  if (last.name === 'text' || last.name === 'options' || last.name === 'key' || last.name === 'details')
    return '';
  return t(`editor.done.${last.name}`);
}
