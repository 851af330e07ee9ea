import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { ChangedEvidenceNotice } from '../features/changed-evidence/load-changed-evidence.ts';
import { LessonAtAddress } from '../features/lessons/lesson-at-address.tsx';
import { BankScreen } from '../features/quizzes/bank/bank-screen.tsx';
import { Skeletons } from '../ui/skeletons.tsx';
import { paths } from '../ui/paths.ts';

/** `/lessons/:lessonId/questions`: the question bank of a lesson. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  return (
    <LessonAtAddress loading={<Skeletons label={t('lessons.loading')} heights={[34]} />}>
      {(lesson) => (
        <>
          <Suspense>
            <ChangedEvidenceNotice lessonId={lesson.id} />
          </Suspense>
          <BankScreen
            lesson={lesson}
            onQuizMade={(setId, fact) => void navigate(paths.generatedQuiz(setId), { state: { fact } })}
          />
        </>
      )}
    </LessonAtAddress>
  );
}
