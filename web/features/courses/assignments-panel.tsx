import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { formatDate } from '../../ui/format.ts';
import { QuestionSheetDrawing } from '../../ui/illustrations/question-sheet.tsx';
import { paths } from '../../ui/paths.ts';
import { useQuestionSetsOfCourse } from './courses.queries.ts';
import { RowsSkeleton } from './rows-skeleton.tsx';
import { TextCards } from './text-cards.tsx';

/** The saved question sets of a course. */
export function AssignmentsPanel({ courseId }: { courseId: number }) {
  const { t, i18n } = useTranslation();
  const sets = useQuestionSetsOfCourse(courseId);
  if (sets.isPending) return <RowsSkeleton label={t('courses.assignmentsLoading')} />;
  if (sets.data === undefined) {
    return (
      <Failure
        message={t('courses.assignmentsFailed')}
        error={sets.error}
        onRetry={() => void sets.refetch()}
        isRetrying={sets.isRefetching}
      />
    );
  }
  if (sets.data.length === 0) {
    return <EmptyState drawing={<QuestionSheetDrawing />} text={t('courses.assignmentsSoon')} />;
  }
  return (
    <TextCards
      label={t('courses.assignments')}
      cards={sets.data.map((set) => ({
        key: set.id,
        title: set.name,
        path: paths.savedQuiz(set.id),
        facts: [
          t(`courses.styles.${set.answer_style}`),
          t('courses.questionCount', { count: set.question_count }),
          formatDate(set.created_at, i18n.language),
        ].join(' · '),
      }))}
    />
  );
}
