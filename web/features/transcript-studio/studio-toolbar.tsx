import { ActionIcon, Button } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconCheck,
  IconClockEdit,
  IconHistory,
  IconKeyboard,
  IconReplace,
  IconWand,
  type Icon,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { browserHistory } from '#web/ui/browser-history.ts';
import { Hint } from '#web/ui/hover-card.tsx';
import { paths } from '#web/ui/paths.ts';
import classes from './studio.module.css';

export type StudioDialog = 'replace' | 'times' | 'versions' | 'keys';

/** Returns to the transcript to read. */
export function DoneButton({ lessonId }: { lessonId: number }) {
  const { t } = useTranslation();
  return (
    <Button
      variant="light"
      size="compact-md"
      leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
      onClick={() => browserHistory.returnTo(paths.lesson(lessonId), { keepsScroll: true })}
    >
      {t('studio.done')}
    </Button>
  );
}

export function StudioToolbar({
  lessonId,
  canUndo,
  canRedo,
  doubtfulCount,
  onUndo,
  onRedo,
  onDoubtful,
  onDialog,
}: {
  lessonId: number;
  canUndo: boolean;
  canRedo: boolean;
  /** Words that the recognizer was not sure of. */
  doubtfulCount: number;
  onUndo: () => void;
  onRedo: () => void;
  onDoubtful: () => void;
  onDialog: (dialog: StudioDialog) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.toolbar} role="toolbar" aria-label={t('studio.tools')}>
      <Tool
        id="studio-undo"
        label={t('studio.undo')}
        icon={IconArrowBackUp}
        isOff={!canUndo}
        onClick={onUndo}
      />
      <Tool
        id="studio-redo"
        label={t('studio.redo')}
        icon={IconArrowForwardUp}
        isOff={!canRedo}
        onClick={onRedo}
      />
      <Tool
        id="studio-doubtful"
        label={t('studio.nextDoubtful')}
        icon={IconWand}
        isOff={doubtfulCount === 0}
        onClick={onDoubtful}
      />
      <span className={classes.spacer} />
      <Tool
        id="studio-replace"
        label={t('studio.replaceTitle')}
        icon={IconReplace}
        onClick={() => onDialog('replace')}
      />
      <Tool
        id="studio-times"
        label={t('studio.timesTitle')}
        icon={IconClockEdit}
        onClick={() => onDialog('times')}
      />
      <Tool
        id="studio-versions"
        label={t('studio.versionsTitle')}
        icon={IconHistory}
        onClick={() => onDialog('versions')}
      />
      <Tool
        id="studio-keys"
        label={t('studio.keysTitle')}
        icon={IconKeyboard}
        onClick={() => onDialog('keys')}
      />
      <DoneButton lessonId={lessonId} />
    </div>
  );
}

function Tool({
  id,
  label,
  icon: Mark,
  isOff = false,
  onClick,
}: {
  id: string;
  label: string;
  icon: Icon;
  isOff?: boolean;
  onClick: () => void;
}) {
  return (
    <Hint label={label}>
      <ActionIcon
        id={id}
        variant="subtle"
        color="gray"
        size={32}
        aria-label={label}
        // Disabled, it would lose the focus, and its hint.
        aria-disabled={isOff ? 'true' : undefined}
        data-off={isOff ? '' : undefined}
        className={classes.tool}
        onClick={() => {
          if (!isOff) onClick();
        }}
      >
        <Mark size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Hint>
  );
}
