import { Alert, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconCheck, IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { QuestionSetWithQuestions } from '../../../contract/quizzes.ts';
import { explainServiceError } from '../../api-client/api-error.ts';
import { downloadQuestionSet } from './download-question-set.ts';
import { QuizPreview } from './quiz-preview.tsx';
import { useSaveQuestionSet } from './quizzes.queries.ts';
import classes from './quizzes.module.css';

/** The questions, and under them what can be done with them. Whoever shows it decides what closing means. */
export function QuizResult({
  result,
  isAsking,
  onRequestClose,
  onKeepOpen,
  onClose,
}: {
  result: QuestionSetWithQuestions;
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
  return (
    <>
      <QuizPreview result={result} />
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
