import { useReducer, useRef, useState } from 'react';
import type { Conversation } from '../../../contract/assistant.ts';
import type { QuestionSet } from '../../../contract/quizzes.ts';
import { useAsk, useBeginConversation, useOpenConversation } from './assistant.queries.ts';
import {
  append,
  logOf,
  withoutFailure,
  type ChatEntry,
  type ChatEntryContent,
  type GuidedWork,
} from './chat-log.ts';
import { IDLE_QUIZ_FLOW, nextQuizFlow } from './quiz-flow.ts';
import { isQuizRequest } from './quiz-intent.ts';

const TITLE_LENGTH = 120;

/** The chat as it stands: what was said, what is being written, and how far the making of a quiz has come. */
export function useAssistantChat() {
  const [log, setLog] = useState<readonly ChatEntry[]>([]);
  const [draft, setDraft] = useState('');
  const [conversationId, setConversationId] = useState<number>();
  const [flow, moveFlow] = useReducer(nextQuizFlow, IDLE_QUIZ_FLOW);
  const ask = useAsk();
  const begin = useBeginConversation();
  const openCall = useOpenConversation();
  // An answer that comes after another conversation was opened belongs to the former.
  const visit = useRef(0);
  const begun = useRef<Promise<number | undefined>>(undefined);

  const add = (...contents: ChatEntryContent[]): void => setLog((now) => append(now, ...contents));

  function show(entries: readonly ChatEntry[], id: number | undefined): void {
    visit.current += 1;
    begun.current = undefined;
    moveFlow({ type: 'ended' });
    setLog(entries);
    setConversationId(id);
  }

  async function answer(question: string): Promise<void> {
    const own = visit.current;
    try {
      const id = conversationId ?? (await begun.current);
      const reply = await ask.mutateAsync({
        text: question,
        ...(id === undefined ? {} : { conversation_id: id }),
      });
      if (own !== visit.current) return;
      setConversationId(reply.conversation_id);
      add({ kind: 'answer', text: reply.message.text, citations: reply.message.citations });
    } catch (error) {
      if (own !== visit.current) return;
      add({ kind: 'failed', question, error });
      setDraft((now) => (now === '' ? question : now));
    }
  }

  function startQuiz(words: string): void {
    add({ kind: 'person', text: words }, { kind: 'pick_course' });
    moveFlow({ type: 'asked' });
    if (conversationId !== undefined || begun.current !== undefined) return;
    const own = visit.current;
    // The dashboard's count of chats is all that hangs on it: when it fails, the quiz can be made all the same.
    begun.current = begin.mutateAsync(words.slice(0, TITLE_LENGTH)).then(
      ({ id }) => {
        if (own === visit.current) setConversationId(id);
        return id;
      },
      () => undefined,
    );
  }

  function send(): void {
    const text = draft.trim();
    if (text === '' || ask.isPending) return;
    setDraft('');
    if (isQuizRequest(text)) startQuiz(text);
    else {
      add({ kind: 'person', text }, { kind: 'checking' });
      void answer(text);
    }
  }

  function tryAgain(failedId: number, question: string): void {
    setLog((now) => append(withoutFailure(now, failedId), { kind: 'checking' }));
    setDraft((now) => (now === question ? '' : now));
    void answer(question);
  }

  return {
    log,
    draft,
    setDraft,
    flow,
    conversationId,
    isAnswering: ask.isPending,
    opening: openCall,
    send,
    tryAgain,
    startQuiz,
    startGuide: (work: GuidedWork, words: string) =>
      add({ kind: 'person', text: words }, { kind: 'guide', work }),
    pickCourse: (courseId: number, title: string) => {
      if (flow.step !== 'awaiting_course') return;
      moveFlow({ type: 'course_picked', courseId });
      add({ kind: 'person', text: title }, { kind: 'pick_lesson', courseId });
    },
    pickLesson: (lessonId: number, title: string) => {
      if (flow.step !== 'awaiting_lesson') return;
      moveFlow({ type: 'lesson_picked', lessonId });
      add({ kind: 'person', text: title });
    },
    endQuiz: ({ made, isUnderWay }: { made: QuestionSet | undefined; isUnderWay: boolean }) => {
      moveFlow({ type: 'ended' });
      if (made !== undefined) add({ kind: 'quiz_made', set: made });
      else add({ kind: isUnderWay ? 'quiz_under_way' : 'quiz_left' });
    },
    startAnew: () => {
      openCall.reset();
      show([], undefined);
    },
    open: (conversation: Conversation) =>
      openCall.mutate(conversation.id, { onSuccess: ({ id, messages }) => show(logOf(messages), id) }),
  };
}

export type AssistantChat = ReturnType<typeof useAssistantChat>;
