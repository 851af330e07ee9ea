import { Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useRunningActivity } from '#web/api-client/lesson-work.queries.ts';
import { wordMessage } from '#web/ui/word-message.ts';
import classes from './quizzes.module.css';

/** The progress of a quiz, with a note that the user may leave. */
export function QuizProgress({ lessonId }: { lessonId: number }) {
  const { t } = useTranslation();
  const activity = useRunningActivity(lessonId, 'quiz');
  const message = activity?.message ?? null;
  return (
    <div className={classes.progress}>
      {activity !== undefined && (
        <>
          {/* Changes every few seconds: read out each time, it would drown everything else. */}
          {message !== null && (
            <Text size="sm" fw={500}>
              {wordMessage(t, activity.message_coded, message)}
            </Text>
          )}
          <Progress
            value={activity.progress}
            size="sm"
            mt={message === null ? 0 : 6}
            mb={8}
            aria-label={t('quizzes.progress')}
          />
        </>
      )}
      <Text size="sm" c="dimmed" role="status">
        {t('quizzes.generatingHint')}
      </Text>
    </div>
  );
}
