import { Anchor, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import type { LessonListItem } from '../../../contract/lessons.ts';
import { paths } from '../../ui/paths.ts';
import classes from './assistant.module.css';
import type { GuidedWork } from './chat-log.ts';
import { CoursePicker, LessonsOfCourse } from './pickers.tsx';

/** The lessons on whose pages the work can be started now. */
const canStart: Readonly<Record<GuidedWork, (lesson: LessonListItem) => boolean>> = {
  transcribe: ({ kind, audio_transcript: transcript, video_id: videoId }) =>
    kind === 'video' && transcript === '' && videoId === null,
  summarize: ({ summary, docsource_id: docsourceId }) => summary === '' && docsourceId !== null,
};

/** What does not work within the chat yet: says so, and takes the person to the lesson where it works. */
export function WorkGuide({ work }: { work: GuidedWork }) {
  const { t } = useTranslation();
  const [courseId, setCourseId] = useState<number | null>(null);
  return (
    <>
      <Text>{t(`assistant.${work}.comingSoon`)}</Text>
      <CoursePicker isOpen pickedId={courseId} onPick={setCourseId} />
      {courseId !== null && (
        <LessonsOfCourse courseId={courseId}>
          {(lessons) => {
            const startable = lessons.filter(canStart[work]);
            return startable.length === 0 ? (
              <Text>
                {t(`assistant.${work}.nothingToDo`)}{' '}
                <Anchor component={Link} to={paths.course(courseId)}>
                  {t('assistant.toCourse')}
                </Anchor>
              </Text>
            ) : (
              <>
                <Text>{t(`assistant.${work}.pickLesson`)}</Text>
                <ul className={classes.lessonChoices} aria-label={t('assistant.lessons')}>
                  {startable.map(({ id, title }) => (
                    <li key={id}>
                      <Anchor component={Link} to={paths.lesson(id)} className={classes.lessonLink}>
                        <bdi>{title}</bdi>
                      </Anchor>
                    </li>
                  ))}
                </ul>
              </>
            );
          }}
        </LessonsOfCourse>
      )}
    </>
  );
}
