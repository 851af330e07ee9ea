import { Anchor, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { useCourseList } from '../../api-client/course-list.queries.ts';
import { paths } from '../../ui/paths.ts';
import classes from './assistant.module.css';
import type { LessonWork } from './chat-work.ts';
import { CoursePicker, LessonChoice, LessonsOfCourse } from './pickers.tsx';

/** Asks for the course; with no lesson in any, says that the feature is coming soon, and where to upload one. */
export function WorkCoursePicker({
  work,
  isOpen,
  onPick,
}: {
  work: LessonWork;
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

/** Asks for the lesson: a video to be transcribed, or one that can be summarised. */
export function WorkLessonPicker({
  work,
  courseId,
  isOpen,
  onPick,
}: {
  work: LessonWork;
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
                  notReady={work === 'summarize' && isUnread(lesson) ? t('assistant.notReady') : undefined}
                  note={isDone(work, lesson) ? t(`assistant.${work}.there`) : undefined}
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

/** Nothing to summarise: a video without a transcript, a document that was not read. */
const isUnread = ({ kind, has_transcript, docsource_id: docsourceId }: LessonListItem): boolean =>
  kind === 'video' ? !has_transcript : docsourceId === null;

const isDone = (work: LessonWork, { has_transcript, hasSummary }: LessonListItem): boolean =>
  work === 'transcribe' ? has_transcript : hasSummary;
