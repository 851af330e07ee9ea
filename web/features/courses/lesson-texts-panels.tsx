import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatSeconds } from '../../ui/format.ts';
import { SummaryDrawing } from '../../ui/illustrations/summary.tsx';
import { TranscriptDrawing } from '../../ui/illustrations/transcript.tsx';
import { paths } from '../../ui/paths.ts';
import { TextCards } from './text-cards.tsx';

/** The transcripts of a course, each leading to its lesson. */
export function TranscriptsPanel({ lessons }: { lessons: readonly LessonListItem[] }) {
  const { t } = useTranslation();
  const transcribed = lessons.filter(({ has_transcript }) => has_transcript);
  if (transcribed.length === 0) {
    return <EmptyState drawing={<TranscriptDrawing />} text={t('courses.transcriptsSoon')} />;
  }
  return (
    <TextCards
      label={t('courses.transcripts')}
      cards={transcribed.map((lesson) => ({
        key: lesson.id,
        title: lesson.title,
        path: paths.lesson(lesson.id),
        facts: [
          t(`courses.kinds.${lesson.kind}`),
          ...(lesson.duration_seconds === null ? [] : [formatSeconds(lesson.duration_seconds)]),
        ].join(' · '),
        excerpt: lesson.transcript_excerpt,
      }))}
    />
  );
}

/** The summaries of a course, each leading to its lesson. */
export function SummariesPanel({ lessons }: { lessons: readonly LessonListItem[] }) {
  const { t } = useTranslation();
  const summarized = lessons.filter(({ hasSummary }) => hasSummary);
  if (summarized.length === 0) {
    return <EmptyState drawing={<SummaryDrawing />} text={t('courses.summariesSoon')} />;
  }
  return (
    <TextCards
      label={t('courses.summaries')}
      cards={summarized.map((lesson) => ({
        key: lesson.id,
        title: lesson.title,
        path: paths.lesson(lesson.id),
        facts: [
          t(`courses.kinds.${lesson.kind}`),
          ...(lesson.summary_point_count === 0
            ? []
            : [t('courses.pointCount', { count: lesson.summary_point_count })]),
        ].join(' · '),
        excerpt: lesson.summary_excerpt,
      }))}
    />
  );
}
