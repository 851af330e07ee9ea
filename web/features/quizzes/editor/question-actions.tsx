import { IconArrowDown, IconArrowUp, IconRefresh, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { moveIdOf } from './editor-ids.ts';
import classes from './editor.module.css';

/** What can be done with a question as a whole. */
export function QuestionActions({
  questionKey,
  number,
  count,
  isBeingRewritten,
  onMove,
  onFocus,
  onDelete,
  onRewrite,
}: {
  questionKey: string;
  number: number;
  count: number;
  isBeingRewritten: boolean;
  onMove: (places: number) => void;
  onFocus: (id: string) => void;
  onDelete: () => void;
  onRewrite: () => void;
}) {
  const { t } = useTranslation();
  const move = (direction: 'up' | 'down'): void => {
    onMove(direction === 'up' ? -1 : 1);
    onFocus(moveIdOf(questionKey, direction));
  };
  return (
    <div className={classes.actions}>
      <IconButton
        id={moveIdOf(questionKey, 'up')}
        icon={IconArrowUp}
        label={t('editor.moveUp', { number })}
        hint={t('editor.moveUpTip')}
        aria-keyshortcuts="Alt+ArrowUp"
        isInactive={number === 1}
        onClick={() => move('up')}
      />
      <IconButton
        id={moveIdOf(questionKey, 'down')}
        icon={IconArrowDown}
        label={t('editor.moveDown', { number })}
        hint={t('editor.moveDownTip')}
        aria-keyshortcuts="Alt+ArrowDown"
        isInactive={number === count}
        onClick={() => move('down')}
      />
      <IconButton
        icon={IconRefresh}
        label={t('editor.rewrite', { number })}
        hint={t('editor.rewriteTip')}
        isInactive={isBeingRewritten}
        isWorking={isBeingRewritten}
        onClick={onRewrite}
      />
      <IconButton
        icon={IconTrash}
        label={t('editor.delete', { number })}
        hint={t('editor.deleteTip')}
        onClick={onDelete}
      />
    </div>
  );
}
