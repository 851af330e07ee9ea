import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { paths } from '../../ui/paths.ts';
import { useLatest } from '../../ui/use-latest.ts';
import type { AnswerHandlers } from './answer-actions.tsx';
import { AnswerView } from './answer-view.tsx';
import classes from './assistant.module.css';
import type { ChatEntry } from './chat-log.ts';
import { CoursePicker, LessonPicker } from './pickers.tsx';
import type { AssistantChat } from './use-assistant-chat.ts';
import { useFollowEnd } from './use-follow-end.ts';
import { WorkCoursePicker, WorkLessonPicker } from './work-pickers.tsx';
import { WorkView } from './work-view.tsx';

/** All that was said, oldest first; what is new is read out, sentence by sentence, and scrolled to. */
export function ChatLogView({ chat }: { chat: AssistantChat }) {
  const { t } = useTranslation();
  const lastId = chat.log.at(-1)?.id;
  const { log, end } = useFollowEnd(lastId);
  const latest = useLatest(chat);
  const handlers = useMemo(
    (): AnswerHandlers => ({
      onTryAgain: (...call) => latest.current.tryAgain(...call),
      onMakeQuiz: ({ courseId, lessonId }, words) => latest.current.startQuizAbout(courseId, lessonId, words),
    }),
    [latest],
  );
  return (
    <div ref={log} role="log" aria-live="polite" aria-label={t('assistant.log')} className={classes.log}>
      <FromAssistant>
        <Text>{t('assistant.greeting')}</Text>
      </FromAssistant>
      {chat.log.map((entry) =>
        entry.kind === 'person' ? (
          <div key={entry.id} className={classes.person} dir="auto">
            <VisuallyHidden>{t('assistant.you')} </VisuallyHidden>
            {entry.text}
          </div>
        ) : (
          <FromAssistant key={entry.id}>
            <EntryContent entry={entry} chat={chat} handlers={handlers} isLast={entry.id === lastId} />
          </FromAssistant>
        ),
      )}
      <div ref={end} className={classes.end} />
    </div>
  );
}

function FromAssistant({ children }: { children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div className={classes.assistant}>
      <VisuallyHidden>{t('assistant.assistant')} </VisuallyHidden>
      {children}
    </div>
  );
}

function EntryContent({
  entry,
  chat,
  handlers,
  isLast,
}: {
  entry: Exclude<ChatEntry, { kind: 'person' }>;
  chat: AssistantChat;
  handlers: AnswerHandlers;
  isLast: boolean;
}) {
  const { t } = useTranslation();
  switch (entry.kind) {
    case 'answer':
      return (
        <AnswerView
          id={entry.id}
          turn={entry.turn}
          isLast={entry.id === chat.lastTurnId}
          handlers={handlers}
        />
      );
    case 'pick_course':
      return (
        <>
          <Text>{t('assistant.pickCourse')}</Text>
          <CoursePicker isOpen={isLast && chat.flow.step === 'awaiting_course'} onPick={chat.pickCourse} />
        </>
      );
    case 'pick_lesson':
      return (
        <>
          <Text>{t('assistant.pickLesson')}</Text>
          <LessonPicker
            courseId={entry.courseId}
            isOpen={chat.flow.step === 'awaiting_lesson' && chat.flow.courseId === entry.courseId}
            onPick={chat.pickLesson}
          />
        </>
      );
    case 'pick_work_course':
      return (
        <WorkCoursePicker
          work={entry.work}
          isOpen={isLast}
          onPick={(courseId, title) => chat.pickWorkCourse(entry.work, courseId, title)}
        />
      );
    case 'pick_work_lesson':
      return (
        <WorkLessonPicker
          work={entry.work}
          courseId={entry.courseId}
          isOpen={isLast}
          onPick={({ id, title, course }) =>
            chat.pickWorkLesson(
              { work: entry.work, courseId: course, lessonId: id, lessonTitle: title },
              t(`assistant.${entry.work}.title`),
            )
          }
        />
      );
    case 'work':
      return <WorkView work={entry.work} isNew={entry.isNew} />;
    case 'quiz_made':
      return (
        <Text>
          {t('assistant.quizMade', { name: entry.set.name, count: entry.set.question_count })}{' '}
          {entry.set.saved_at === null && `${t('assistant.quizUnsaved')} `}
          <Anchor component={Link} to={paths.savedQuiz(entry.set.id)}>
            {t('assistant.openQuiz')}
          </Anchor>
        </Text>
      );
    case 'quiz_under_way':
      return (
        <Text>
          {t('assistant.quizUnderWay')}{' '}
          <Anchor component={Link} to={paths.quiz}>
            {t('assistant.toQuizzes')}
          </Anchor>
        </Text>
      );
    case 'quiz_left':
      return <Text>{t('assistant.quizLeft')}</Text>;
  }
}
