import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LessonListItem } from '#contract/lessons.ts';
import { useCourseList } from '#web/api-client/course-list.queries.ts';
import { paths } from '#web/ui/paths.ts';
import classes from './assistant.module.css';
import type { LessonTask } from './chat-log.ts';
import { CoursePicker, LessonChoice, LessonsOfCourse } from './pickers.tsx';

/** Asks for the course; with no lesson in any, says that the feature is coming soon, and where to upload one. */
export function WorkCoursePicker({
  work,
  isOpen,
  onPick,
}: {
  work: LessonTask['work'];
  isOpen: boolean;
  onPick: (courseId: number, title: string) => void;
}) {
  const { t } = useTranslation();
  const { data: courses } = useCourseList();
  if (courses?.every(({ lesson_count: count }) => count === 0) === true) {
    return (
      <Text>
        {t(`assistant.${work}.comingSoon`)}{' '}
        <Anchor component={Link} to={paths.upload}>
          {t('assistant.uploadLesson')}
        </Anchor>
      </Text>
    );
  }
  return (
    <>
      <Text>{t(`assistant.${work}.pickCourse`)}</Text>
      <CoursePicker isOpen={isOpen} onPick={onPick} />
    </>
  );
}

/** Asks for the lesson: a video to be transcribed, or one that was read. */
export function WorkLessonPicker({
  work,
  courseId,
  isOpen,
  onPick,
}: {
  work: LessonTask['work'];
  courseId: number;
  isOpen: boolean;
  onPick: (lesson: LessonListItem) => void;
}) {
  const { t } = useTranslation();
  return (
    <LessonsOfCourse courseId={courseId}>
      {(lessons) => {
        const offered = work === 'transcribe' ? lessons.filter(({ kind }) => kind === 'video') : lessons;
        return offered.length === 0 ? (
          <Text>
            {t('assistant.transcribe.noVideos')}{' '}
            <Anchor component={Link} to={paths.uploadTo(courseId)}>
              {t('assistant.toUpload')}
            </Anchor>
          </Text>
        ) : (
          <>
            <Text>{t(`assistant.${work}.pickLesson`)}</Text>
            <ul className={classes.lessonChoices} aria-label={t('assistant.lessons')}>
              {offered.map((lesson) => (
                <LessonChoice
                  key={lesson.id}
                  lesson={lesson}
                  isOpen={isOpen}
                  notReady={work !== 'transcribe' && isUnread(lesson) ? t('assistant.notReady') : undefined}
                  note={
                    work !== 'questions' && isDone(work, lesson) ? t(`assistant.${work}.there`) : undefined
                  }
                  onPick={() => onPick(lesson)}
                />
              ))}
            </ul>
          </>
        );
      }}
    </LessonsOfCourse>
  );
}

/** Nothing to work with: a video without a transcript, a document that was not read. */
const isUnread = ({ kind, has_transcript, document_source_id: documentSourceId }: LessonListItem): boolean =>
  kind === 'video' ? !has_transcript : documentSourceId === null;

const isDone = (work: 'transcribe' | 'summarize', { has_transcript, hasSummary }: LessonListItem): boolean =>
  work === 'transcribe' ? has_transcript : hasSummary;
