import { Badge, Tabs } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { Failure } from '../../ui/failure.tsx';
import { formatNumber } from '../../ui/format.ts';
import { AssignmentsPanel } from './assignments-panel.tsx';
import classes from './course-screen.module.css';
import { SummariesPanel, TranscriptsPanel } from './lesson-texts-panels.tsx';
import { useLessonsWithProgress } from './lessons-of-course.queries.ts';
import { LessonsPanel } from './lessons-panel.tsx';
import { RowsSkeleton } from './rows-skeleton.tsx';

const TABS = ['lessons', 'assignments', 'transcripts', 'summaries'] as const;
type Tab = (typeof TABS)[number];
const isTab = (text: string | null): text is Tab => TABS.some((tab) => tab === text);

const TABS_ID = 'course-tabs';

/** What is in a course. The tab is part of the address, so that it can be sent, and Back leads to the one before. */
export function CourseTabs({ courseId }: { courseId: number }) {
  const { t, i18n } = useTranslation();
  const [parameters, setParameters] = useSearchParams();
  const asked = parameters.get('tab');
  const tab = isTab(asked) ? asked : 'lessons';
  const { lessons, withProgress } = useLessonsWithProgress(courseId);
  const whenLoaded = (panel: ReactNode): ReactNode => {
    if (lessons.isPending) return <RowsSkeleton label={t('courses.lessonsLoading')} />;
    if (lessons.data !== undefined) return panel;
    return (
      <Failure
        message={t('courses.lessonsFailed')}
        error={lessons.error}
        onRetry={() => void lessons.refetch()}
        isRetrying={lessons.isRefetching}
      />
    );
  };
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
          <LessonsPanel courseId={courseId} lessons={withProgress} tabId={`${TABS_ID}-tab-lessons`} />,
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
