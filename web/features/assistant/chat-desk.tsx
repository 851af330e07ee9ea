import { UnstyledButton, Button, Group, Text } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconListDetails, IconMessageQuestion, IconMicrophone } from '@tabler/icons-react';
import type { QuestionSet } from '#contract/quizzes.ts';
import type { SearchScope } from '#contract/search.ts';
import { ModelNote } from '#web/ui/connect-model-hint.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import classes from './assistant.module.css';
import { useOpenedConversation } from './assistant.queries.ts';
import { ChatLogView, type DrawQuestions } from './chat-log-view.tsx';
import { listChatWork } from './chat-work.ts';
import { Composer, COMPOSER_ID } from './composer.tsx';
import {
  useAssistantChat,
  type ChatStart,
  type AssistantChat,
  type QuizFormOfChat,
} from './use-assistant-chat.ts';
import { useQuery } from '@tanstack/react-query';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';

/** Questions that the chosen lessons answer, to begin with. */
function Suggestions({ scope, onPick }: { scope: SearchScope | null; onPick: (question: string) => void }) {
  const { t } = useTranslation();
  const parameters = new URLSearchParams(
    Object.entries(scope ?? {}).map(([name, id]) => [name, String(id)] as [string, string]),
  );
  const { data = [] } = useQuery({
    queryKey: queryKeys.suggestions(parameters.toString()),
    queryFn: ({ signal }) =>
      request<string[]>('GET', `/api/assistant/suggestions/?${parameters.toString()}`, { signal }),
  });
  if (data.length === 0) return null;
  return (
    <section aria-labelledby="suggestions">
      <Text size="sm" c="dimmed" mb={8} id="suggestions">
        {t('assistant.suggestions')}
      </Text>
      <Group gap={8} align="stretch">
        {data.map((question) => (
          <Button
            key={question}
            variant="default"
            className={classes.choice}
            onClick={() => onPick(question)}
          >
            <bdi>{question}</bdi>
          </Button>
        ))}
      </Group>
    </section>
  );
}

/** The three actions of the assistant. */
function ActionCards({ chat }: { chat: AssistantChat }) {
  const { t } = useTranslation();
  const cards = [
    {
      icon: IconMicrophone,
      title: t('assistant.transcribe.title'),
      text: t('assistant.transcribe.text'),
      onClick: () => chat.startWork({ work: 'transcribe' }, t('assistant.transcribe.title')),
    },
    {
      icon: IconMessageQuestion,
      title: t('assistant.quiz.title'),
      text: t('assistant.quiz.text'),
      onClick: () => chat.startQuiz(t('assistant.quiz.title')),
    },
    {
      icon: IconListDetails,
      title: t('assistant.summarize.title'),
      text: t('assistant.summarize.text'),
      onClick: () => chat.startWork({ work: 'summarize' }, t('assistant.summarize.title')),
    },
  ];
  return (
    <div className={classes.cards}>
      {cards.map(({ icon: CardIcon, title, text, onClick }) => (
        <UnstyledButton key={title} className={classes.card} onClick={onClick}>
          <CardIcon size={22} stroke={1.5} aria-hidden className={classes.cardIcon} />
          <span className={classes.cardTitle}>{title}</span>
          <span className={classes.cardText}>{text}</span>
        </UnstyledButton>
      ))}
    </div>
  );
}

/** Renders the quiz form of a lesson, which belongs to another feature. */
export type DrawQuizForm = (
  lesson: QuizFormOfChat,
  onClose: (outcome: { made: QuestionSet | undefined; isUnderWay: boolean }) => void,
) => ReactNode;

interface ChatDeskProps {
  /** An earlier conversation to continue. */
  readonly conversationId: number | undefined;
  readonly scope: SearchScope | null;
  /** Words to ask at once. */
  readonly question: string;
  readonly onConversation: (id: number) => void;
  readonly drawQuizForm: DrawQuizForm;
  readonly drawQuestions: DrawQuestions;
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
      <WhenLoaded
        query={opened}
        failure={t('assistant.openFailed')}
        loading={<Skeletons label={t('assistant.opening')} heights={[40, 90]} />}
      />
    </div>
  );
}

function Desk({
  start,
  question,
  onConversation,
  drawQuizForm,
  drawQuestions,
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
  return (
    <div className={classes.chat}>
      <ActionCards chat={chat} />
      {chat.log.length === 0 && <ModelNote place="assistant" />}
      <ChatLogView chat={chat} drawQuestions={drawQuestions} />
      {chat.log.length === 0 && <Suggestions scope={chat.scope} onPick={chat.say} />}
      <Composer chat={chat} />
      {chat.quizForm !== undefined &&
        drawQuizForm(chat.quizForm, (outcome) => {
          chat.endQuiz(outcome);
          focus(COMPOSER_ID);
        })}
    </div>
  );
}
