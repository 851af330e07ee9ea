import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { NoLesson } from '../features/lessons/no-lesson.tsx';
import { ChangedEvidenceNotice } from '../features/changed-evidence/load-changed-evidence.ts';
import { isNotFound } from '../api-client/api-error.ts';
import { useLesson } from '../api-client/lesson-work.queries.ts';
import { BankScreen } from '../features/quizzes/bank/bank-screen.tsx';
import { Pending } from '../ui/pending.tsx';
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
  const read = useLesson(lessonId);
  const { data: lesson } = read;
  if (isNotFound(read.error)) return <NoLesson />;
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
  return <Pending query={read} loading={t('lessons.loading')} failed={t('lessons.failed')} heights={[34]} />;
}
