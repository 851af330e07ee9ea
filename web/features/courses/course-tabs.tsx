import { Badge, Tabs } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { formatNumber, formatSeconds } from '#web/ui/format.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { QuestionSheetDrawing } from '#web/ui/illustrations/question-sheet.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { TimeAgo } from '#web/ui/time-ago.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import type { Course } from '#contract/courses.ts';
import type { LessonListItem } from '#contract/lessons.ts';
import { SummaryDrawing } from '#web/ui/illustrations/summary.tsx';
import { TranscriptDrawing } from '#web/ui/illustrations/transcript.tsx';
import asideClasses from './work-and-quizzes.module.css';
import { WorkAndQuizzes } from './work-and-quizzes.tsx';
import classes from './course-screen.module.css';
import { useLessonsWithProgress } from './lessons-of-course.queries.ts';
import { LessonsPanel } from './lessons-panel.tsx';
import { useQuestionSetsOfCourse } from './courses.queries.ts';
import cardClasses from './text-cards.module.css';

function TranscriptsPanel({ lessons }: { lessons: readonly LessonListItem[] }) {
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

function SummariesPanel({ lessons }: { lessons: readonly LessonListItem[] }) {
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

function AssignmentsPanel({ courseId }: { courseId: number }) {
  const { t } = useTranslation();
  return (
    <WhenLoaded
      query={useQuestionSetsOfCourse(courseId)}
      failure={t('courses.assignmentsFailed')}
      loading={<RowsSkeleton label={t('courses.assignmentsLoading')} />}
    >
      {(sets) =>
        sets.length === 0 ? (
          <EmptyState drawing={<QuestionSheetDrawing />} text={t('courses.assignmentsSoon')} />
        ) : (
          <TextCards
            label={t('courses.assignments')}
            cards={sets.map((set) => ({
              key: set.id,
              title: set.name,
              path: paths.savedQuiz(set.id),
              facts: [
                set.lesson_title,
                t(`courses.styles.${set.answer_style}`),
                t('courses.questionCount', { count: set.question_count }),
                set.taxonomy_levels.map((level) => t(`quizzes.levels.${level}`)).join(', '),
              ].join(' · '),
              instant: set.saved_at ?? set.created_at,
            }))}
          />
        )
      }
    </WhenLoaded>
  );
}

const TABS = ['lessons', 'assignments', 'transcripts', 'summaries'] as const;
type Tab = (typeof TABS)[number];
const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

const TABS_ID = 'course-tabs';

/** The content of a course. The tab is part of the address, so that links and Back work. */
export function CourseTabs({ course }: { course: Course }) {
  const { id: courseId } = course;
  const { t, i18n } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('tab');
  const tab = isTab(asked) ? asked : 'lessons';
  const { lessons, withProgress } = useLessonsWithProgress(course);
  // On a phone the tabs are wider than the screen.
  useEffect(() => {
    const button = document.getElementById(`${TABS_ID}-tab-${tab}`);
    const list = button?.parentElement;
    if (button !== null && list instanceof HTMLElement)
      list.scrollLeft = button.offsetLeft - (list.clientWidth - button.offsetWidth) / 2;
    // The number of lessons makes its tab wider.
  }, [tab, lessons.data?.length]);
  const whenLoaded = (panel: ReactNode): ReactNode => (
    <WhenLoaded
      query={lessons}
      failure={t('courses.lessonsFailed')}
      loading={<RowsSkeleton label={t('courses.lessonsLoading')} />}
    >
      {() => panel}
    </WhenLoaded>
  );
  return (
    <Tabs
      id={TABS_ID}
      value={tab}
      keepMounted={false}
      activateTabWithKeyboard={false}
      onChange={(chosen) => {
        setParameters(chosen === null || chosen === 'lessons' ? {} : { tab: chosen }, {
          preventScrollReset: true,
        });
      }}
    >
      <Tabs.List aria-label={t('courses.tabs')} className={classes.tabs}>
        {TABS.map((each) => (
          <Tabs.Tab
            key={each}
            value={each}
            rightSection={
              each === 'lessons' && lessons.data !== undefined ? (
                <Badge variant="light" color="gray" size="md" className={classes.count}>
                  {formatNumber(lessons.data.length, i18n.language)}
                </Badge>
              ) : undefined
            }
          >
            {t(`courses.${each}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="lessons" pt="lg">
        {whenLoaded(
          <div className={asideClasses.workspace}>
            <div>
              <LessonsPanel courseId={courseId} lessons={withProgress} tabId={`${TABS_ID}-tab-lessons`} />
            </div>
            <WorkAndQuizzes courseId={courseId} />
          </div>,
        )}
      </Tabs.Panel>
      <Tabs.Panel value="assignments" pt="lg">
        <AssignmentsPanel courseId={courseId} />
      </Tabs.Panel>
      <Tabs.Panel value="transcripts" pt="lg">
        {whenLoaded(<TranscriptsPanel lessons={withProgress} />)}
      </Tabs.Panel>
      <Tabs.Panel value="summaries" pt="lg">
        {whenLoaded(<SummariesPanel lessons={withProgress} />)}
      </Tabs.Panel>
    </Tabs>
  );
}

const RowsSkeleton = ({ label }: { label: string }) => <Skeletons label={label} heights={[74, 74, 74]} />;

interface TextCard {
  key: number;
  title: string;
  /** The address that a click opens. */
  path: string;
  facts: string;
  instant?: string;
  /** The beginning of the text, if there is one. */
  excerpt?: string;
}

/** Summaries or quizzes of a course, each linked to its page. */
function TextCards({ label, cards }: { label: string; cards: readonly TextCard[] }): ReactNode {
  return (
    <ul className={cardClasses.cards} aria-label={label}>
      {cards.map((card) => (
        <li key={card.key} className={cardClasses.card}>
          <h2 className={cardClasses.title} dir="auto">
            <Link to={card.path} className={cardClasses.link}>
              {card.title}
            </Link>
          </h2>
          <p className={cardClasses.facts}>
            {card.facts}
            {card.instant !== undefined && (
              <>
                {' · '}
                <TimeAgo instant={card.instant} />
              </>
            )}
          </p>
          {card.excerpt !== undefined && (
            <p className={cardClasses.excerpt} dir="auto">
              {card.excerpt}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}
