import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { Failure } from '../../ui/failure.tsx';
import { explainServiceError } from '../../api-client/api-error.ts';
import { paths } from '../../ui/paths.ts';
import classes from './assistant.module.css';
import type { ChatEntry } from './chat-log.ts';
import { CitedAnswer } from './cited-answer.tsx';
import { CoursePicker, LessonPicker } from './pickers.tsx';
import type { AssistantChat } from './use-assistant-chat.ts';
import { WorkGuide } from './work-guide.tsx';

/** All that was said, oldest first; what is new is read out and scrolled to. */
export function ChatLogView({ chat }: { chat: AssistantChat }) {
  const { t } = useTranslation();
  const end = useRef<HTMLDivElement>(null);
  const log = useRef<HTMLDivElement>(null);
  const lastId = chat.log.at(-1)?.id;
  useEffect(() => {
    if (lastId === undefined || log.current === null) return;
    // It grows with each entry, and once more when the courses and lessons to choose from arrive.
    const observer = new ResizeObserver(() =>
      end.current?.scrollIntoView({ block: 'end', behavior: 'smooth' }),
    );
    observer.observe(log.current);
    return () => observer.disconnect();
  }, [lastId]);
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
            <EntryContent entry={entry} chat={chat} isLast={entry.id === lastId} />
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
  isLast,
}: {
  entry: Exclude<ChatEntry, { kind: 'person' }>;
  chat: AssistantChat;
  isLast: boolean;
}) {
  const { t } = useTranslation();
  switch (entry.kind) {
    case 'answer':
      return <CitedAnswer text={entry.text} citations={entry.citations} />;
    case 'checking':
      return <Text>{t('assistant.checking')}</Text>;
    case 'failed':
      return (
        <Failure
          message={explainServiceError(entry.error)}
          error={entry.error}
          isRetrying={chat.isAnswering}
          onRetry={() => chat.tryAgain(entry.id, entry.question)}
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
    case 'guide':
      return <WorkGuide work={entry.work} />;
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
