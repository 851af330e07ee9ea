import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconArrowBackUp, IconArrowForwardUp, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { explainFailure } from '#web/ui/word-message.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import { Failure } from '#web/ui/failure.tsx';
import { IconButton } from '#web/ui/icon-button.tsx';
import { formatTime } from '#web/ui/format.ts';
import { PHONE } from '#web/ui/phone.ts';
import { useAskAboutDrafts } from '../ask-about-drafts.tsx';
import { ConflictNote } from './conflict-note.tsx';
import type { KeeperState } from './draft-keeper.ts';
import { useDiscardDraft, usePublish } from './editor.queries.ts';
import { GapsNote } from './gaps-note.tsx';
import { listGaps } from './list-gaps.ts';
import type { QuestionEditing } from './use-question-editing.ts';
import classes from './editor-bar.module.css';

type Question = 'discard' | 'unsaved';

/** The bar at the bottom: undo and redo, saving state, discard and publish. */
export function EditorBar({
  set,
  isDraft,
  editing,
  lastEdit,
  isUnsavedAsked,
  onStay,
  onShow,
  onDone,
  onLeave,
}: {
  set: QuestionSet;
  /** The editor was opened on a draft. */
  isDraft: boolean;
  editing: QuestionEditing;
  lastEdit: string;
  /** The user wants to leave although something could not be saved. */
  isUnsavedAsked: boolean;
  onStay: () => void;
  onShow: (questionKey: string) => void;
  onDone: () => void;
  onLeave: (publishedVersion?: number) => void;
}) {
  const { t } = useTranslation();
  const { history, undo, redo, keeper, saving } = editing;
  const publish = usePublish(set.id);
  const discard = useDiscardDraft(set.id);
  const [askAboutDrafts, draftsDialog] = useAskAboutDrafts();
  const [isDiscardAsked, setIsDiscardAsked] = useState(false);
  // Full labels would take a second row.
  const isPhone = useMediaQuery(PHONE);
  const [areGapsShown, setAreGapsShown] = useState(false);
  const gaps = listGaps(history.present);
  const hasChanges = isDraft || history.past.length > 0 || saving.status !== 'saved' || saving.at !== null;
  const asked: Question | undefined = isDiscardAsked ? 'discard' : isUnsavedAsked ? 'unsaved' : undefined;

  const startPublishing = async (): Promise<void> => {
    const isIncomplete = gaps.length > 0 || history.present.length === 0;
    setAreGapsShown(isIncomplete);
    if (isIncomplete || !(await keeper.flush())) return;
    askAboutDrafts(
      set.id,
      keeper.questions.map((question) => question.isDraft),
      'publish',
      publishNow,
    );
  };
  const publishNow = (): void => {
    const { questions, base } = keeper;
    publish.mutate(
      { questions, base, saveId: keeper.beginPublication() },
      {
        onSuccess: ({ question_set: published }) => {
          if (keeper.questions === questions) onLeave(published.version);
          // Edited during the publication: the editor stays open on the new version, with a draft of those edits.
          else keeper.endPublication(published.version);
        },
      },
    );
  };
  const confirmDiscard = async (): Promise<void> => {
    // One that runs would make a draft again.
    await keeper.flush();
    keeper.stop();
    discard.mutate(undefined, { onSuccess: () => onLeave() });
  };
  return (
    <div className={classes.bar} data-bottom-bar>
      {saving.status === 'conflict' && <ConflictNote editing={editing} />}
      {saving.status === 'failed' && (
        <Failure
          message={t('editor.saveFailed', { error: explainFailure(t, saving.error) })}
          error={saving.error}
          onRetry={() => void keeper.flush()}
        />
      )}
      {areGapsShown && (
        <GapsNote
          gaps={gaps}
          isEmpty={history.present.length === 0}
          onShow={(questionKey) => {
            setAreGapsShown(false);
            onShow(questionKey);
          }}
          onClose={() => setAreGapsShown(false)}
        />
      )}
      {publish.isError && (
        <Failure
          message={t('editor.publishFailed', { error: explainFailure(t, publish.error) })}
          error={publish.error}
        />
      )}
      {discard.isError && <Failure message={t('editor.discardFailed')} error={discard.error} />}
      {asked !== undefined ? (
        <div role="alert">
          <Text size="sm" mb="sm">
            {t(asked === 'discard' ? 'editor.discardQuestion' : 'editor.unsavedQuestion')}
          </Text>
          <Group gap="sm" justify="flex-end">
            <Button
              variant="default"
              autoFocus
              onClick={() => {
                setIsDiscardAsked(false);
                onStay();
              }}
            >
              {t('editor.keepEditing')}
            </Button>
            <Button
              color="red"
              variant="outline"
              loading={discard.isPending}
              onClick={() => (asked === 'discard' ? void confirmDiscard() : onLeave())}
            >
              {t(asked === 'discard' ? 'editor.discard' : 'editor.leaveUnsaved')}
            </Button>
          </Group>
        </div>
      ) : (
        <Group gap={8} className={classes.row}>
          <IconButton
            icon={IconArrowBackUp}
            label={t('editor.undo')}
            hint={t('editor.undoTip')}
            variant="default"
            className={classes.step}
            aria-keyshortcuts="Control+Z"
            isInactive={history.past.length === 0}
            onClick={undo}
          />
          <IconButton
            icon={IconArrowForwardUp}
            label={t('editor.redo')}
            hint={t('editor.redoTip')}
            variant="default"
            className={classes.step}
            aria-keyshortcuts="Control+Shift+Z"
            isInactive={history.future.length === 0}
            onClick={redo}
          />
          <div
            className={classes.barTexts}
            data-calm={saving.status === 'saved' || saving.status === 'saving' ? '' : undefined}
          >
            <SaveState saving={saving} />
            <span role="status">{lastEdit}</span>
          </div>
          <Group gap={8} align="stretch" ms="auto">
            {/* In a conflict, the draft that would be discarded is another tab's. */}
            {hasChanges && saving.status !== 'conflict' && (
              <DiscardButton isPhone={isPhone} onClick={() => setIsDiscardAsked(true)} />
            )}
            <Button variant="default" onClick={onDone}>
              {t('editor.leave')}
            </Button>
            <Button
              loading={publish.isPending}
              disabled={!hasChanges || saving.status === 'conflict'}
              aria-label={t('editor.publish')}
              onClick={() => void startPublishing()}
            >
              {t(isPhone ? 'editor.publishShort' : 'editor.publish')}
            </Button>
          </Group>
        </Group>
      )}
      {draftsDialog}
    </div>
  );
}

function DiscardButton({ isPhone, onClick }: { isPhone: boolean; onClick: () => void }) {
  const { t } = useTranslation();
  if (isPhone) return <IconButton icon={IconTrash} label={t('editor.discard')} onClick={onClick} />;
  return (
    <Button variant="subtle" color="gray" onClick={onClick}>
      {t('editor.discard')}
    </Button>
  );
}

/** Seen by who looks; said aloud only when it fails, which is an alert. */
function SaveState({ saving }: { saving: KeeperState }) {
  const { t, i18n } = useTranslation();
  switch (saving.status) {
    case 'saved':
      return (
        <span>
          {saving.at === null
            ? t('editor.noChanges')
            : t('editor.savedAt', { time: formatTime(saving.at, i18n.language) })}
        </span>
      );
    case 'saving':
      return <span>{t('editor.saving')}</span>;
    case 'waiting':
    case 'failed':
    case 'conflict':
      return <span>{t('editor.notSavedYet')}</span>;
  }
}
