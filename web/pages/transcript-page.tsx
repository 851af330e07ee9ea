import { Button, Skeleton, Text } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Lesson } from '#contract/lessons.ts';
import { ApiError } from '../api-client/api-error.ts';
import { LessonContent } from '../features/lessons/lesson-content.tsx';
import classes from '../features/lessons/lesson-screen.module.css';
import { LessonSplit } from '../features/lessons/lesson-split.tsx';
import { LessonAtAddress } from '../features/lessons/lesson-at-address.tsx';
import { useLessonPlayback } from '../features/lessons/use-lesson-playback.ts';
import { usePlayerKeys } from '../features/lessons/use-player-keys.ts';
import { StudioPanel } from '../features/transcript-studio/studio-panel.tsx';
import { useForgetLessonText } from '../features/transcript-studio/studio.queries.ts';
import { useStudio } from '../features/transcript-studio/use-studio.ts';
import studio from '../locales/en/studio.json';
import { addTexts } from '../ui/add-texts.ts';
import { Failure } from '../ui/failure.tsx';
import { Link } from '../ui/link.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';
import { readId } from '../ui/read-id.ts';
import { explainFailure } from '../ui/word-message.ts';

addTexts({ studio });

/** `/lessons/:lessonId/transcript`: the transcript of a lesson, to correct while listening. `?line=` opens a line. */
export const Component = () => (
  <LessonAtAddress loading={<Loading />}>{(lesson) => <TranscriptScreen lesson={lesson} />}</LessonAtAddress>
);

function TranscriptScreen({ lesson }: { lesson: Lesson }) {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const playback = useLessonPlayback(lesson.id, undefined);
  const forgetText = useForgetLessonText(lesson.id);
  const { loaded, error, isLoading, reload } = useStudio(lesson.id, forgetText);
  usePlayerKeys(playback, true);
  return (
    <div className={classes.screen}>
      <div className={classes.header}>
        <Button
          component={Link}
          to={paths.lesson(lesson.id)}
          variant="subtle"
          color="gray"
          size="xs"
          className={classes.back}
          leftSection={<IconArrowLeft size={16} stroke={1.8} aria-hidden />}
        >
          {t('studio.backToLesson')}
        </Button>
        <PageTitle tabTitle={t('studio.tabTitle', { title: lesson.title })}>{t('studio.title')}</PageTitle>
        <Text c="dimmed">
          <bdi>{lesson.title}</bdi>
        </Text>
      </div>
      {error !== undefined && (
        <Failure
          message={explainFailure(t, error, t('studio.failed'))}
          error={error}
          {...(canHelp(error) ? { onRetry: reload, isRetrying: isLoading } : {})}
        />
      )}
      {loaded !== undefined && (
        <LessonSplit
          isTall={false}
          content={<LessonContent lesson={lesson} captions="" playback={playback} place={undefined} />}
          side={
            <StudioPanel
              key={loaded.transcript.version}
              lessonId={lesson.id}
              loaded={loaded}
              firstLine={readId(parameters.get('line') ?? '')}
              clock={playback}
              isLoading={isLoading}
              onReload={reload}
            />
          }
        />
      )}
      {loaded === undefined && error === undefined && <Loading />}
    </div>
  );
}

/** A lesson without a transcript that has times stays one, however often it is asked for. */
const canHelp = (error: unknown): boolean => !(error instanceof ApiError && error.status === 409);

function Loading() {
  const { t } = useTranslation();
  return (
    <>
      <Text role="status" c="dimmed" size="sm">
        {t('lessons.loading')}
      </Text>
      <Skeleton h={420} radius="md" />
    </>
  );
}
