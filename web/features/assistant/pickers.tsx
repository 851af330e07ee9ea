import { Anchor, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { LessonListItem } from '#contract/lessons.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import classes from './assistant.module.css';
import type { LessonTask } from './chat-log.ts';

type Work = LessonTask['work'];

const HEIGHTS = [36];

/** Asks for the course; with no lesson in any, says that the feature is coming soon, and where to upload one. */
export function CoursePicker({
  work,
  isOpen,
  onPick,
}: {
  work: Work;
  isOpen: boolean;
  onPick: (courseId: number, title: string) => void;
}) {
  const { t } = useTranslation();
  const courses = useCourseList();
  const { data } = courses;
  if (work !== 'quiz' && data?.every(({ lesson_count: count }) => count === 0) === true) {
    return (
      <Hint text={t(`assistant.${work}.comingSoon`)} to={paths.upload} label={t('assistant.uploadLesson')} />
    );
  }
  return (
    <>
      <Text>{t(`assistant.${work}.pickCourse`)}</Text>
      {data === undefined ? (
        <WhenLoaded
          query={courses}
          failure={t('assistant.coursesFailed')}
          loading={<Skeletons label={t('assistant.loadingCourses')} heights={HEIGHTS} />}
        />
      ) : data.length === 0 ? (
        <Hint text={t('assistant.noCourses')} to={paths.courses} label={t('assistant.toCourses')} />
      ) : (
        <Group gap={8} align="stretch" role="group" aria-label={t('assistant.courses')}>
          {data.map(({ id, title }) => (
            <Choice key={id} title={title} isOpen={isOpen} onPick={() => onPick(id, title)} />
          ))}
        </Group>
      )}
    </>
  );
}

/** Asks for the lesson: a video to transcribe, or a lesson with text. */
export function LessonPicker({
  work,
  courseId,
  isOpen,
  onPick,
}: {
  work: Work;
  courseId: number;
  isOpen: boolean;
  onPick: (lesson: LessonListItem) => void;
}) {
  const { t } = useTranslation();
  const lessons = useLessonsOfCourse(courseId);
  if (lessons.data === undefined) {
    return (
      <WhenLoaded
        query={lessons}
        failure={t('assistant.lessonsFailed')}
        loading={<Skeletons label={t('assistant.loadingLessons')} heights={HEIGHTS} />}
      />
    );
  }
  const offered = work === 'transcribe' ? lessons.data.filter(({ kind }) => kind === 'video') : lessons.data;
  if (offered.length === 0) {
    return (
      <Hint
        text={t(lessons.data.length === 0 ? 'assistant.noLessons' : 'assistant.transcribe.noVideos')}
        to={paths.uploadTo(courseId)}
        label={t('assistant.toUpload')}
      />
    );
  }
  return (
    <>
      <Text>{t(`assistant.${work}.pickLesson`)}</Text>
      <ul className={classes.lessonChoices} aria-label={t('assistant.lessons')}>
        {offered.map((lesson) => {
          const isReady = isReadyFor(work, lesson);
          const reasonId = `lesson-${lesson.id}-reason`;
          const note = isDone(work, lesson) ? t(`assistant.${work}.there`) : undefined;
          return (
            <li key={lesson.id}>
              <Choice
                title={lesson.title}
                isOpen={isOpen}
                isReady={isReady}
                reasonId={isReady && note === undefined ? undefined : reasonId}
                onPick={() => onPick(lesson)}
              />
              {(!isReady || note !== undefined) && (
                <Text size="xs" c="dimmed" id={reasonId}>
                  {isReady ? (
                    note
                  ) : (
                    <>
                      {t('assistant.notReady')}{' '}
                      <Anchor component={Link} to={paths.lesson(lesson.id)} size="xs">
                        {t('assistant.openLesson')}
                      </Anchor>
                    </>
                  )}
                </Text>
              )}
            </li>
          );
        })}
      </ul>
    </>
  );
}

/** A quiz needs text for its questions; the other features need a transcript or a parsed document. */
function isReadyFor(
  work: Work,
  { kind, has_transcript, document_source_id: source }: LessonListItem,
): boolean {
  if (work === 'transcribe') return true;
  return work !== 'quiz' && kind === 'video' ? has_transcript : source !== null;
}

const isDone = (
  work: Work,
  { has_transcript, hasSummary }: LessonListItem,
): work is 'transcribe' | 'summarize' =>
  (work === 'transcribe' && has_transcript) || (work === 'summarize' && hasSummary);

/** A button that stays after a choice, disabled, so that the focus is not lost. */
function Choice({
  title,
  isOpen,
  isReady = true,
  reasonId,
  onPick,
}: {
  title: string;
  isOpen: boolean;
  isReady?: boolean;
  /** The id of the text that describes the choice or says why it is unavailable. */
  reasonId?: string | undefined;
  onPick: () => void;
}) {
  return (
    <Button
      variant="default"
      className={classes.choice}
      disabled={!isReady}
      aria-disabled={!isOpen}
      data-closed={!isOpen || undefined}
      aria-describedby={reasonId}
      onClick={() => {
        if (isOpen) onPick();
      }}
    >
      <bdi>{title}</bdi>
    </Button>
  );
}

const Hint = ({ text, to, label }: { text: string; to: string; label: string }) => (
  <Text>
    {text}{' '}
    <Anchor component={Link} to={to}>
      {label}
    </Anchor>
  </Text>
);
