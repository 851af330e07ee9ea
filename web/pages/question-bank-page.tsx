import { Skeleton, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { NoLesson } from '../features/lessons/no-lesson.tsx';
import { ChangedEvidenceNotice } from '../features/changed-evidence/load-changed-evidence.ts';
import { isNotFound } from '../api-client/api-error.ts';
import { useLesson } from '../api-client/lesson-work.queries.ts';
import { BankScreen } from '../features/quizzes/bank/bank-screen.tsx';
import { Failure } from '../ui/failure.tsx';
import { paths } from '../ui/paths.ts';
import { readId } from '../ui/read-id.ts';

/** `/lessons/:lessonId/questions`: the question bank of a lesson. */
export function Component() {
  const { lessonId = '' } = useParams();
  const id = readId(lessonId);
  return id === undefined ? <NoLesson /> : <QuestionBankPage key={id} lessonId={id} />;
}

function QuestionBankPage({ lessonId }: { lessonId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data: lesson, error, refetch, isFetching } = useLesson(lessonId);
  if (isNotFound(error)) return <NoLesson />;
  if (lesson !== undefined) {
    return (
      <>
        <Suspense>
          <ChangedEvidenceNotice lessonId={lesson.id} />
        </Suspense>
        <BankScreen
          lesson={lesson}
          onQuizMade={(setId, fact) => void navigate(paths.savedQuiz(setId), { state: { fact } })}
        />
      </>
    );
  }
  if (error !== null) {
    return (
      <Failure
        message={t('lessons.failed')}
        error={error}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  }
  return (
    <>
      <Text role="status" c="dimmed" size="sm" mb="md">
        {t('lessons.loading')}
      </Text>
      <Skeleton h={34} w="min(320px, 90%)" />
    </>
  );
}
