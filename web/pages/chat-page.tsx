import { Text } from '@mantine/core';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import type { SearchScope } from '#contract/search.ts';
import { isRecord } from '../api-client/api-error.ts';
import classes from '../features/assistant/assistant.module.css';
import type { DrawQuestions } from '../features/assistant/chat-log-view.tsx';
import { ChatDesk, type DrawQuizForm } from '../features/assistant/chat-desk.tsx';
import { ConversationList } from '../features/assistant/conversation-list.tsx';
import assistant from '../locales/en/assistant.json';
import { addTexts } from '../ui/add-texts.ts';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';
import { readId } from '../ui/read-id.ts';

addTexts({ assistant });

const CreateQuizModal = lazy(async () => ({
  default: (await import('../features/quizzes/create-quiz-modal.tsx')).CreateQuizModal,
}));

const WriteQuizInChat = lazy(async () => ({
  default: (await import('../features/quizzes/quiz-in-chat.tsx')).WriteQuizInChat,
}));

const QuizInChat = lazy(async () => ({
  default: (await import('../features/quizzes/quiz-in-chat.tsx')).QuizInChat,
}));

const drawQuestions: DrawQuestions = (questions) => (
  <Suspense fallback={null}>
    {'wish' in questions ? <WriteQuizInChat {...questions} /> : <QuizInChat {...questions} />}
  </Suspense>
);

const drawQuizForm: DrawQuizForm = ({ courseId, lessonId, passageIds }, onClose) => (
  <Suspense fallback={null}>
    <CreateQuizModal courseId={courseId} lessonId={lessonId} passageIds={passageIds} onClose={onClose} />
  </Suspense>
);

function scopeOf(parameters: URLSearchParams): SearchScope | null {
  const [courseId, lessonId] = ['course', 'lesson'].map((name) => readId(parameters.get(name) ?? ''));
  if (courseId === undefined && lessonId === undefined) return null;
  return {
    ...(courseId === undefined ? {} : { course_id: courseId }),
    ...(lessonId === undefined ? {} : { lesson_id: lessonId }),
  };
}

/**
 * AI Assistant: answers from the user's lessons and creates quizzes, transcripts and summaries. `?conversation=` opens one
 * of the past, `?course=` and `?lesson=` say where to answer from at first.
 */
export function Component() {
  const { t } = useTranslation();
  const [parameters] = useSearchParams();
  const { key, state } = useLocation() as { key: string; state: unknown };
  const navigate = useNavigate();
  // A chat that receives its address stays the same chat; any other navigation starts a new one.
  const begunAs = isRecord(state) && typeof state['chat'] === 'string' ? state['chat'] : undefined;
  const chat = begunAs ?? key;
  const question = isRecord(state) && typeof state['ask'] === 'string' ? state['ask'] : '';
  const conversationId = readId(parameters.get('conversation') ?? '');
  return (
    <>
      <PageTitle>{t('assistant.title')}</PageTitle>
      <Text c="dimmed" mt={4} mb="lg">
        {t('assistant.intro')}
      </Text>
      <div className={classes.columns}>
        <Chat
          key={chat}
          conversationId={conversationId}
          scope={scopeOf(parameters)}
          question={question}
          onConversation={(id) => {
            // A user who has left the page stays where they are.
            if (window.location.pathname !== paths.chat) return;
            void navigate(paths.conversation(id), {
              replace: true,
              preventScrollReset: true,
              state: { chat },
            });
          }}
        />
        <ConversationList currentId={conversationId} />
      </div>
    </>
  );
}

/** The address when the chat started. The address that it gets later must not open it again. */
function Chat({
  conversationId,
  scope,
  question,
  onConversation,
}: {
  conversationId: number | undefined;
  scope: SearchScope | null;
  question: string;
  onConversation: (id: number) => void;
}) {
  const [first] = useState({ conversationId, scope, question });
  return (
    <ChatDesk
      {...first}
      onConversation={onConversation}
      drawQuizForm={drawQuizForm}
      drawQuestions={drawQuestions}
    />
  );
}
