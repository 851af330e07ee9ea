import { Text, Alert, Button, Stack } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { EditStep } from '#contract/transcript-editing/edits.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { countDoubtful } from './doubtful-words.ts';
import { LineList } from './line-list.tsx';
import type { LoadedStudio } from './load-studio.ts';
import type { StudioClock } from './studio-clock.ts';
import { KeysHint } from './keys-hint.tsx';
import { StudioToolbar, type StudioDialog } from './studio-toolbar.tsx';
import classes from './studio.module.css';
import { useLineEditing } from './use-line-editing.ts';
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { explainFailure } from '#web/ui/word-message.ts';
import type { StudioState } from './studio.ts';

function SavingLine({ saving, unsavedCount }: Pick<StudioState, 'saving' | 'unsavedCount'>) {
  const { t } = useTranslation();
  if (saving.kind === 'waiting') {
    return (
      <Text size="sm" role="status" className={classes.saving}>
        {t('studio.waiting', { count: unsavedCount })}
      </Text>
    );
  }
  return (
    <Text size="sm" c="dimmed" className={classes.saving} data-saving={saving.kind}>
      {saving.kind === 'saved' && <IconCheck size={15} stroke={2} aria-hidden />}
      {saving.kind === 'saved' ? t('studio.saved') : t('studio.saving')}
    </Text>
  );
}

/** What has to be decided before edits can be stored again. */
function SavingNote({
  saving,
  unsavedCount,
  isLoading,
  onReload,
  onRetry,
}: Pick<StudioState, 'saving' | 'unsavedCount'> & {
  isLoading: boolean;
  onReload: () => void;
  onRetry: () => void;
}) {
  const { t } = useTranslation();
  if (saving.kind !== 'conflict' && saving.kind !== 'failed') return null;
  return (
    <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} m="sm">
      <Stack gap="xs" align="flex-start">
        <Text fw={500}>
          {saving.kind === 'conflict'
            ? t('studio.conflict')
            : explainFailure(t, saving.error, t('studio.notSaved'))}
        </Text>
        <Text size="sm">
          {saving.kind === 'conflict'
            ? t('studio.conflictHelp', { count: unsavedCount })
            : t('studio.keptHere', { count: unsavedCount })}
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={isLoading}
          onClick={saving.kind === 'conflict' ? onReload : onRetry}
        >
          {saving.kind === 'conflict' ? t('studio.loadNewer') : t('common.tryAgain')}
        </Button>
      </Stack>
    </Alert>
  );
}

const StudioKeys = lazy(async () => ({ default: (await import('./studio-keys.tsx')).StudioKeys }));
const RemadeNote = lazy(async () => ({ default: (await import('./remade-note.tsx')).RemadeNote }));
const ReplaceDialog = lazy(async () => ({ default: (await import('./replace-dialog.tsx')).ReplaceDialog }));
const TimesDialog = lazy(async () => ({ default: (await import('./times-dialog.tsx')).TimesDialog }));
const VersionsDialog = lazy(async () => ({
  default: (await import('./versions-dialog.tsx')).VersionsDialog,
}));

export function StudioPanel({
  lessonId,
  loaded,
  first,
  clock,
  isLoading,
  onReload,
}: {
  lessonId: number;
  loaded: LoadedStudio;
  /** What to open at first. */
  first: { index: number; start: number; end: number } | undefined;
  clock: StudioClock;
  isLoading: boolean;
  onReload: () => void;
}) {
  const { t } = useTranslation();
  const { studio, transcript, remadeCount, lost } = loaded;
  const state = useSyncExternalStore(studio.subscribe, studio.getState);
  const [dialog, setDialog] = useState<StudioDialog>();
  const [isNoteClosed, setIsNoteClosed] = useState(false);
  const requestFocus = useFocusRequest();
  const refuse = useCallback(
    (reason: 'line_too_short' | 'last_line' | 'no_doubtful_word'): void =>
      showToast('failure', t(`studio.refused.${reason}`)),
    [t],
  );
  const { openLine, reached, actions } = useLineEditing(studio, clock, { first, onRefused: refuse });
  const doubtfulCount = useMemo(() => countDoubtful(state.cues), [state.cues]);
  const lastLine = Math.min(reached.index, state.cues.length - 1);
  useReplaceKey(() => setDialog('replace'));
  const close = (): void => {
    if (dialog !== undefined) requestFocus(`studio-${dialog}`);
    setDialog(undefined);
  };
  const replace = (steps: EditStep[], count: number): void => {
    close();
    if (studio.edit(steps)) showToast('success', t('studio.replaced', { count }));
    else refuse('last_line');
  };
  return (
    <div className={classes.panel}>
      <StudioToolbar
        lessonId={lessonId}
        canUndo={state.canUndo}
        canRedo={state.canRedo}
        doubtfulCount={doubtfulCount}
        onUndo={actions.undo}
        onRedo={actions.redo}
        onDoubtful={() =>
          actions.goToDoubtful({ index: lastLine, offset: openLine === undefined ? 0 : openLine.end }, 1)
        }
        onDialog={setDialog}
      />
      <div className={classes.status}>
        <SavingLine saving={state.saving} unsavedCount={state.unsavedCount} />
        {doubtfulCount > 0 && (
          <Text size="sm" c="dimmed">
            {t('studio.doubtfulCount', { count: doubtfulCount })}
          </Text>
        )}
      </div>
      <SavingNote
        saving={state.saving}
        unsavedCount={state.unsavedCount}
        isLoading={isLoading}
        onReload={onReload}
        onRetry={() => void studio.flush()}
      />
      <Suspense>
        {!isNoteClosed && remadeCount + lost.length > 0 && (
          <RemadeNote remadeCount={remadeCount} lost={lost} onClose={() => setIsNoteClosed(true)} />
        )}
      </Suspense>
      <LineList cues={state.cues} clock={clock} openLine={openLine} reached={reached} actions={actions} />
      <KeysHint />
      <Suspense>
        {dialog === 'keys' && <StudioKeys onClose={close} />}
        {dialog === 'replace' && <ReplaceDialog cues={state.cues} onReplace={replace} onClose={close} />}
        {dialog === 'times' && (
          <TimesDialog cues={state.cues} index={lastLine} onEdit={studio.edit} onClose={close} />
        )}
        {dialog === 'versions' && (
          <VersionsDialog
            lessonId={lessonId}
            transcriptionId={transcript.transcription_id}
            studio={studio}
            onRestored={() => {
              close();
              onReload();
            }}
            onClose={close}
          />
        )}
      </Suspense>
    </div>
  );
}

/** Ctrl+H, also while a line is edited. */
function useReplaceKey(onReplace: () => void): void {
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'h' || event.shiftKey) return;
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      event.preventDefault();
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
      onReplace();
    };
    // Before the field of a line, which keeps its keys to itself.
    document.addEventListener('keydown', press, { capture: true });
    return () => document.removeEventListener('keydown', press, { capture: true });
  });
}
