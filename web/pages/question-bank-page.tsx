import { Skeleton, Text } from '@mantine/core';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ChangedEvidenceNotice } from '../features/changed-evidence/load-changed-evidence.ts';
import { LessonAtAddress } from '../features/lessons/lesson-at-address.tsx';
import { BankScreen } from '../features/question-bank/bank-screen.tsx';
import { paths } from '../ui/paths.ts';

/** `/lessons/:lessonId/questions`: the question bank of a lesson. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <LessonAtAddress
      loading={
        <>
          <Text role="status" c="dimmed" size="sm" mb="md">
            {t('lessons.loading')}
          </Text>
          <Skeleton h={34} w="min(320px, 90%)" />
        </>
      }
    >
      {(lesson) => (
        <>
          <Suspense>
            <ChangedEvidenceNotice lessonId={lesson.id} />
          </Suspense>
          <BankScreen
            lesson={lesson}
            onQuizMade={(setId, fact) => void navigate(paths.savedQuiz(setId), { state: { fact } })}
          />
        </>
      )}
    </LessonAtAddress>
  );
}
