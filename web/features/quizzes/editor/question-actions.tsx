import { ActionIcon, Loader, Tooltip } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconRefresh, IconTrash, type TablerIcon } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
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
      <Action
        id={moveIdOf(questionKey, 'up')}
        icon={IconArrowUp}
        label={t('editor.moveUp', { number })}
        tip={t('editor.moveUpTip')}
        shortcut="Alt+ArrowUp"
        isDisabled={number === 1}
        onClick={() => move('up')}
      />
      <Action
        id={moveIdOf(questionKey, 'down')}
        icon={IconArrowDown}
        label={t('editor.moveDown', { number })}
        tip={t('editor.moveDownTip')}
        shortcut="Alt+ArrowDown"
        isDisabled={number === count}
        onClick={() => move('down')}
      />
      <Action
        icon={IconRefresh}
        label={t('editor.rewrite', { number })}
        tip={t('editor.rewriteTip')}
        isDisabled={isBeingRewritten}
        isWorking={isBeingRewritten}
        onClick={onRewrite}
      />
      <Action
        icon={IconTrash}
        label={t('editor.delete', { number })}
        tip={t('editor.deleteTip')}
        isDisabled={false}
        onClick={onDelete}
      />
    </div>
  );
}

/** One that cannot be used stays where the Tab key finds it: a focus on it must not be lost. */
function Action({
  id,
  icon: Icon,
  label,
  tip,
  shortcut,
  isDisabled,
  isWorking = false,
  onClick,
}: {
  id?: string;
  icon: TablerIcon;
  label: string;
  tip: string;
  shortcut?: string;
  isDisabled: boolean;
  isWorking?: boolean;
  onClick: () => void;
}) {
  return (
    <Tooltip label={tip} withinPortal>
      <ActionIcon
        id={id}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
        aria-keyshortcuts={shortcut}
        aria-disabled={isDisabled}
        data-disabled={isDisabled || undefined}
        onClick={() => {
          if (!isDisabled) onClick();
        }}
      >
        {isWorking ? <Loader size={18} aria-hidden /> : <Icon size={19} stroke={1.6} aria-hidden />}
      </ActionIcon>
    </Tooltip>
  );
}
