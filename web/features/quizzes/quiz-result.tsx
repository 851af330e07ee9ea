import { Alert, Button, Group, Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload, IconPencil } from '@tabler/icons-react';
import { Suspense, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSetWithQuestions } from '../../../contract/quizzes.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { downloadQuestionSet } from './download-question-set.ts';
import { QuizEditor } from './editor/load-editor.ts';
import type { QuizEditorHandle } from './editor/quiz-editor-handle.ts';
import { QuizPreview } from './quiz-preview.tsx';
import { useSaveQuestionSet } from './quizzes.queries.ts';
import type { Editing } from './use-editing.ts';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import classes from './quizzes.module.css';

const EDIT_ID = 'edit-questions';

/** The questions, and under them what can be done with them. Whoever shows it decides what closing means. */
export function QuizResult({
  result,
  editing,
  editor,
  isAsking,
  onRequestClose,
  onKeepOpen,
  onClose,
}: {
  result: QuestionSetWithQuestions;
  editing: Editing;
  editor: Ref<QuizEditorHandle>;
  /** Closing was asked for while the set is not saved. */
  isAsking: boolean;
  onRequestClose: () => void;
  onKeepOpen: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const save = useSaveQuestionSet();
  const { question_set: set } = result;
  const isSaved = set.saved_at !== null;
  const focus = useFocusRequest();
  if (editing.isOn) {
    return (
      <Suspense fallback={<Waiting />}>
        <QuizEditor
          questionSetId={set.id}
          ref={editor}
          onLeave={(publishedVersion) => {
            editing.stop(publishedVersion);
            focus(EDIT_ID);
          }}
        />
      </Suspense>
    );
  }
  return (
    <>
      <QuizPreview
        result={result}
        action={
          <Group gap="sm" mb="md">
            <Button
              id={EDIT_ID}
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
              onClick={editing.start}
            >
              {t('quizzes.edit')}
            </Button>
            <Text size="sm" c="dimmed" role="status">
              {editing.publishedVersion !== undefined
                ? t('quizzes.published', { version: editing.publishedVersion })
                : set.has_draft
                  ? t('quizzes.hasDraft')
                  : ''}
            </Text>
          </Group>
        }
      />
      <div className={classes.footer}>
        {save.isSuccess && (
          <Alert color="green" role="alert" icon={<IconCheck aria-hidden />} mb="sm">
            {t('quizzes.saved')}
          </Alert>
        )}
        {save.isError && (
          <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />} mb="sm">
            {t('quizzes.saveFailed', { error: explainServiceError(save.error) })}
          </Alert>
        )}
        {isAsking ? (
          <div role="alert">
            <Text size="sm" mb="sm">
              {t('quizzes.notSavedQuestion')}
            </Text>
            <Group gap="sm" justify="flex-end">
              <Button variant="default" onClick={onKeepOpen} autoFocus>
                {t('quizzes.keepOpen')}
              </Button>
              <Button color="red" variant="outline" onClick={onClose}>
                {t('quizzes.closeUnsaved')}
              </Button>
            </Group>
          </div>
        ) : (
          <Group gap="sm" justify="flex-end">
            <Button variant="default" onClick={onRequestClose}>
              {isSaved ? t('quizzes.finished') : t('common.cancel')}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
              onClick={() => downloadQuestionSet(result)}
            >
              {t('quizzes.download')}
            </Button>
            {!isSaved && (
              <Button
                loading={save.isPending}
                onClick={() => save.mutate({ question_set_id: set.id, name: set.name })}
              >
                {t('common.save')}
              </Button>
            )}
          </Group>
        )}
      </div>
    </>
  );
}

function Waiting() {
  const { t } = useTranslation();
  return (
    <Stack gap="md" pb="md">
      <VisuallyHidden role="status">{t('quizzes.loading')}</VisuallyHidden>
      {[40, 220, 220].map((height, place) => (
        <Skeleton key={place} height={height} />
      ))}
    </Stack>
  );
}
