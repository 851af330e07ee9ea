import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense, useMemo, useEffect, useRef, type ReactNode, type RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import type { AnswerHandlers } from './answer-actions.tsx';
import { AnswerView } from './answer-view.tsx';
import classes from './assistant.module.css';
import type { ChatEntry } from './chat-log.ts';
import type { QuizWish } from './read-intent.ts';
import type { AssistantChat } from './use-assistant-chat.ts';

const loadPickers = () => import('./pickers.tsx');
const CoursePicker = lazy(async () => ({ default: (await loadPickers()).CoursePicker }));
const LessonPicker = lazy(async () => ({ default: (await loadPickers()).LessonPicker }));
const WorkView = lazy(async () => ({ default: (await import('./work-view.tsx')).WorkView }));

/** Renders questions to be written, or of a quiz; belongs to another feature. */
export type DrawQuestions = (
  questions: { readonly mode: 'list' | 'practice' | 'link' } & (
    | { readonly questionSetId: number }
    | {
        readonly lessonId: number;
        readonly wish: QuizWish;
        readonly onMade: (questionSetId: number) => void;
      }
  ),
) => ReactNode;

/** Within this many pixels of the end, the user is still reading new entries. */
const NEAR_END = 160;

/**
 * Keeps the end of a log in view while it grows, from each new entry on until the reader scrolls away from it.
 * @param lastId of the newest entry; undefined while there is none.
 */
function useFollowEnd(lastId: number | undefined): {
  log: RefObject<HTMLDivElement | null>;
  end: RefObject<HTMLDivElement | null>;
} {
  const log = useRef<HTMLDivElement>(null);
  const end = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (lastId === undefined || log.current === null) return undefined;
    let isFollowing = true;
    let lastScroll = window.scrollY;
    const isStill = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
    const toEnd = (): void => {
      if (isFollowing)
        end.current?.scrollIntoView({ block: 'end', behavior: isStill ? 'instant' : 'smooth' });
    };
    // Only scrolling up is the reader's; down is also where following goes.
    const onScroll = (): void => {
      const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
      if (window.scrollY < lastScroll && left > NEAR_END) isFollowing = false;
      else if (left <= NEAR_END) isFollowing = true;
      lastScroll = window.scrollY;
    };
    // It grows with each entry, and again when the courses and lessons to choose from arrive.
    const observer = new ResizeObserver(toEnd);
    observer.observe(log.current);
    window.addEventListener('scroll', onScroll, { passive: true });
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', onScroll);
    };
  }, [lastId]);
  return { log, end };
}

/** All entries, oldest first. New ones are announced sentence by sentence and scrolled into view. */
export function ChatLogView({ chat, drawQuestions }: { chat: AssistantChat; drawQuestions: DrawQuestions }) {
  const { t } = useTranslation();
  const lastId = chat.log.at(-1)?.id;
  const { log, end } = useFollowEnd(lastId);
  const latest = useLatest(chat);
  const handlers = useMemo(
    (): AnswerHandlers => ({
      onTryAgain: (...call) => latest.current.tryAgain(...call),
      onMakeQuiz: (lesson, words) => latest.current.startQuizAbout(lesson, words),
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
            <Suspense>
              <EntryContent
                entry={entry}
                chat={chat}
                handlers={handlers}
                isLast={entry.id === lastId}
                drawQuestions={drawQuestions}
              />
            </Suspense>
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
  drawQuestions,
}: {
  entry: Exclude<ChatEntry, { kind: 'person' }>;
  chat: AssistantChat;
  handlers: AnswerHandlers;
  isLast: boolean;
  drawQuestions: DrawQuestions;
}) {
  const { t } = useTranslation();
  switch (entry.kind) {
    case 'answer':
      return (
        <AnswerView
          id={entry.id}
          turn={entry.turn}
          isLast={entry.id === chat.lastTurnId}
          isNewest={isLast}
          handlers={handlers}
        />
      );
    case 'pick_course':
      return (
        <CoursePicker
          work={entry.task.work}
          isOpen={isLast}
          onPick={(courseId, title) => chat.pickCourse(entry.task, courseId, title)}
        />
      );
    case 'pick_lesson':
      return (
        <LessonPicker
          work={entry.task.work}
          courseId={entry.courseId}
          isOpen={isLast}
          onPick={({ id, title, course }) =>
            chat.pickLesson(
              entry.task,
              { courseId: course, lessonId: id, title },
              t(`assistant.${entry.task.work}.title`),
            )
          }
        />
      );
    case 'work':
      return <WorkView work={entry.work} isNew={entry.isNew} />;
    case 'write_questions':
      return drawQuestions({
        lessonId: entry.lessonId,
        wish: entry.wish,
        mode: entry.wish.mode,
        onMade: (questionSetId) =>
          chat.keepQuestions({
            work: 'questions',
            mode: entry.wish.mode,
            questionSetId,
            said: entry.said,
            afterMessages: entry.afterMessages,
          }),
      });
    case 'questions':
      return drawQuestions({ questionSetId: entry.quiz.questionSetId, mode: entry.quiz.mode });
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
