import { Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSet } from '../../../contract/quizzes.ts';
import type { SearchScope } from '../../../contract/search.ts';
import { Failure } from '../../ui/failure.tsx';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { ActionCards } from './action-cards.tsx';
import classes from './assistant.module.css';
import { useOpenedConversation } from './assistant.queries.ts';
import { ChatLogView } from './chat-log-view.tsx';
import { listChatWork } from './chat-work.ts';
import { Composer, COMPOSER_ID } from './composer.tsx';
import { useAssistantChat, type ChatStart } from './use-assistant-chat.ts';

/** Draws the form of a quiz for a lesson, which is a feature of its own. */
export type DrawQuizForm = (
  lesson: { courseId: number; lessonId: number },
  onClose: (outcome: { made: QuestionSet | undefined; isUnderWay: boolean }) => void,
) => ReactNode;

interface ChatDeskProps {
  /** A conversation of the past to go on with. */
  readonly conversationId: number | undefined;
  readonly scope: SearchScope | null;
  /** Words to ask at once. */
  readonly question: string;
  readonly onConversation: (id: number) => void;
  readonly drawQuizForm: DrawQuizForm;
}

/** The conversation on the screen: a new one, or one of the past once it is there. */
export function ChatDesk({ conversationId, ...props }: ChatDeskProps) {
  const { t } = useTranslation();
  const opened = useOpenedConversation(conversationId);
  if (conversationId === undefined) {
    return <Desk {...props} start={{ conversationId, messages: [], works: [], scope: props.scope }} />;
  }
  if (opened.data !== undefined) {
    const { id, messages } = opened.data;
    return (
      <Desk
        {...props}
        start={{ conversationId: id, messages, works: listChatWork(id), scope: props.scope }}
      />
    );
  }
  return (
    <div className={classes.chat}>
      {opened.isError ? (
        <Failure
          message={t('assistant.openFailed')}
          error={opened.error}
          onRetry={() => void opened.refetch()}
          isRetrying={opened.isFetching}
        />
      ) : (
        <Stack gap="md">
          <VisuallyHidden role="status">{t('assistant.opening')}</VisuallyHidden>
          <Skeleton height={40} width="40%" ms="auto" />
          <Skeleton height={90} width="80%" />
        </Stack>
      )}
    </div>
  );
}

function Desk({
  start,
  question,
  onConversation,
  drawQuizForm,
}: Omit<ChatDeskProps, 'conversationId' | 'scope'> & { start: ChatStart }) {
  const chat = useAssistantChat(start, onConversation);
  const focus = useFocusRequest();
  const hasAsked = useRef(false);
  useEffect(() => {
    if (question === '' || hasAsked.current) return;
    hasAsked.current = true;
    chat.say(question);
    focus(COMPOSER_ID);
  });
  const { flow } = chat;
  return (
    <div className={classes.chat}>
      <ActionCards chat={chat} />
      <ChatLogView chat={chat} />
      <Composer chat={chat} />
      {flow.step === 'form' &&
        drawQuizForm(flow, (outcome) => {
          chat.endQuiz(outcome);
          focus(COMPOSER_ID);
        })}
    </div>
  );
}
