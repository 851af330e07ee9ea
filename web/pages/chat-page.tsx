import { Skeleton, Stack, Text, VisuallyHidden } from '@mantine/core';
import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import type { QuestionSet } from '../../contract/quizzes.ts';
import { ActionCards } from '../features/assistant/action-cards.tsx';
import classes from '../features/assistant/assistant.module.css';
import { ChatLogView } from '../features/assistant/chat-log-view.tsx';
import { Composer, COMPOSER_ID } from '../features/assistant/composer.tsx';
import { ConversationList } from '../features/assistant/conversation-list.tsx';
import { useAssistantChat } from '../features/assistant/use-assistant-chat.ts';
import { Failure } from '../ui/failure.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { useFocusRequest } from '../ui/use-focus-request.ts';

const CreateQuizModal = lazy(async () => ({
  default: (await import('../features/quizzes/create-quiz-modal.tsx')).CreateQuizModal,
}));

/** AI Assistant: asks one's own lessons, and makes a quiz from one of them. */
export function Component() {
  const { t } = useTranslation();
  const chat = useAssistantChat();
  const focus = useFocusRequest();
  const { flow, opening } = chat;
  const endQuiz = (outcome: { made: QuestionSet | undefined; isUnderWay: boolean }): void => {
    chat.endQuiz(outcome);
    focus(COMPOSER_ID);
  };
  return (
    <>
      <PageTitle>{t('assistant.title')}</PageTitle>
      <Text c="dimmed" mt={4} mb="lg">
        {t('assistant.intro')}
      </Text>
      <div className={classes.columns}>
        <div className={classes.chat}>
          <ActionCards chat={chat} />
          {opening.isPending && (
            <Stack gap="md">
              <VisuallyHidden role="status">{t('assistant.opening')}</VisuallyHidden>
              <Skeleton height={40} width="40%" ms="auto" />
              <Skeleton height={90} width="80%" />
            </Stack>
          )}
          {opening.isError && <Failure message={t('assistant.openFailed')} error={opening.error} />}
          <ChatLogView chat={chat} />
          <Composer chat={chat} />
        </div>
        <ConversationList chat={chat} />
      </div>
      {flow.step === 'form' && (
        <Suspense fallback={null}>
          <CreateQuizModal courseId={flow.courseId} lessonId={flow.lessonId} onClose={endQuiz} />
        </Suspense>
      )}
    </>
  );
}
