import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconChecks, IconDownload, IconPencil } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { LessonFact } from '#contract/facts.ts';
import type { QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { useAskAboutDrafts } from './ask-about-drafts.tsx';
import { downloadLater } from './download-later.ts';
import { QuizPreview } from './quiz-preview.tsx';
import { useSaveQuestionSet } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

export const EDIT_ID = 'edit-questions';
const CLOSE_ID = 'close-quiz';

/** The questions of a quiz with their actions. */
export function QuizResult({
  result,
  publishedVersion,
  isAsking,
  edit,
  onRequestClose,
  onKeepOpen,
  onClose,
}: {
  result: QuestionSetWithQuestions;
  /** The version just published. */
  publishedVersion: number | undefined;
  /** The user wants to close an unsaved set. */
  isAsking: boolean;
  /** @param fact to start a question about */
  edit: (fact?: LessonFact) => void;
  onRequestClose: () => void;
  onKeepOpen: () => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const save = useSaveQuestionSet();
  const { question_set: set } = result;
  const isSaved = set.saved_at !== null;
  const isEmpty = set.question_count === 0;
  const focus = useFocusRequest();
  const [askAboutDrafts, draftsDialog] = useAskAboutDrafts();
  const areDrafts = result.questions.map((question) => question.is_draft);
  return (
    <>
      <QuizPreview
        result={result}
        onWriteAbout={edit}
        action={
          <Group gap="sm" mb="md">
            <Button
              id={EDIT_ID}
              variant="default"
              size="xs"
              leftSection={<IconPencil size={16} stroke={1.6} aria-hidden />}
              onClick={() => edit()}
            >
              {t(isEmpty && !set.has_draft ? 'quizzes.writeOwn' : 'quizzes.edit')}
            </Button>
            {!isEmpty && !areDrafts.includes(true) && (
              <Button
                component={Link}
                to={paths.review(set.id)}
                variant="default"
                size="xs"
                leftSection={<IconChecks size={16} stroke={1.6} aria-hidden />}
              >
                {t('quizzes.review')}
              </Button>
            )}
            <Text size="sm" c="dimmed" role="status">
              {publishedVersion !== undefined
                ? t('quizzes.published', { version: publishedVersion })
                : set.has_draft
                  ? t('quizzes.hasDraft')
                  : isEmpty && result.shortfall === null
                    ? t('quizzes.empty')
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
            {t('quizzes.saveFailed', { error: explainFailure(t, save.error) })}
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
          <Group className={classes.footerActions} gap="sm" justify="flex-end">
            <Button id={CLOSE_ID} variant="default" onClick={onRequestClose}>
              {isEmpty ? t('common.close') : isSaved ? t('quizzes.finished') : t('common.cancel')}
            </Button>
            {!isEmpty && (
              <Button
                variant="default"
                leftSection={<IconDownload size={18} stroke={1.6} aria-hidden />}
                onClick={() => askAboutDrafts(set.id, areDrafts, 'export', () => downloadLater(result))}
              >
                {t('quizzes.download')}
              </Button>
            )}
            {!isSaved && !isEmpty && (
              <Button
                loading={save.isPending}
                onClick={() =>
                  askAboutDrafts(set.id, areDrafts, 'save', () =>
                    save.mutate(
                      { question_set_id: set.id, name: set.name },
                      // The focused button disappears.
                      { onSuccess: () => focus(CLOSE_ID) },
                    ),
                  )
                }
              >
                {t('common.save')}
              </Button>
            )}
          </Group>
        )}
      </div>
      {draftsDialog}
    </>
  );
}
