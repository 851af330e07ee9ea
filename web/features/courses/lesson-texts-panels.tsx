import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { formatSeconds } from '../../ui/format.ts';
import { SummaryDrawing } from '../../ui/illustrations/summary.tsx';
import { TranscriptDrawing } from '../../ui/illustrations/transcript.tsx';
import { paths } from '../../ui/paths.ts';
import { TextCards } from './text-cards.tsx';

/** The opening of a text that may be hours long; style sheets cut it where it fits. */
const EXCERPT_CHARACTERS = 400;

const countWords = (text: string): number => text.split(/\s+/).filter(Boolean).length;

/** The transcripts of a course, each leading to its lesson. */
export function TranscriptsPanel({ lessons }: { lessons: readonly LessonListItem[] }) {
  const { t } = useTranslation();
  const transcribed = lessons.filter(({ audio_transcript }) => audio_transcript !== '');
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
          ...(lesson.duration_seconds === null ? [] : [formatSeconds(lesson.duration_seconds)]),
          t('courses.wordCount', { count: countWords(lesson.audio_transcript) }),
        ].join(' · '),
        excerpt: lesson.audio_transcript.slice(0, EXCERPT_CHARACTERS),
      }))}
    />
  );
}

/** The summaries of a course, each leading to its lesson. */
export function SummariesPanel({ lessons }: { lessons: readonly LessonListItem[] }) {
  const { t } = useTranslation();
  const summarized = lessons.filter(({ summary }) => summary !== '');
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
          ...(lesson.summary_points.length === 0
            ? []
            : [t('courses.pointCount', { count: lesson.summary_points.length })]),
        ].join(' · '),
        excerpt: lesson.summary.slice(0, EXCERPT_CHARACTERS),
      }))}
    />
  );
}
