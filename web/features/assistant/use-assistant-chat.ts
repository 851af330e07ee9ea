import { useReducer, useRef, useState } from 'react';
import type { ConversationMessage } from '../../../contract/assistant.ts';
import type { QuestionSet } from '../../../contract/quizzes.ts';
import type { SearchScope } from '../../../contract/search.ts';
import { useBeginConversation, useForgetConversations } from './assistant.queries.ts';
import { askedTurn, isRunning } from './answer-turn.ts';
import { append, countMessages, lastScopeOf, logOf, withTurn, type ChatEntryContent } from './chat-log.ts';
import { rememberChatWork, type ChatWork, type LessonWork } from './chat-work.ts';
import { IDLE_QUIZ_FLOW, nextQuizFlow } from './quiz-flow.ts';
import { isQuizRequest } from './quiz-intent.ts';
import { useAnswering } from './use-answering.ts';

const TITLE_LENGTH = 120;

/** What a chat begins with: nothing, or a conversation of the past. */
export interface ChatStart {
  readonly conversationId: number | undefined;
  readonly messages: readonly ConversationMessage[];
  readonly works: readonly ChatWork[];
  /** Where to answer from, unless the conversation says so itself. */
  readonly scope: SearchScope | null;
}

/**
 * The chat as it stands: what was said, what is being written, and how far the making of a quiz has come.
 * @param onConversation is told the id of the conversation once there is one.
 */
export function useAssistantChat(start: ChatStart, onConversation: (id: number) => void) {
  const [log, setLog] = useState(() => logOf(start.messages, start.works));
  const [draft, setDraft] = useState('');
  const [scope, setScope] = useState(() => lastScopeOf(start.messages) ?? start.scope);
  const [flow, moveFlow] = useReducer(nextQuizFlow, IDLE_QUIZ_FLOW);
  const begin = useBeginConversation();
  const forgetConversations = useForgetConversations();
  const { ask, stop } = useAnswering();
  const conversation = useRef(Promise.resolve(start.conversationId));
  const conversationId = useRef(start.conversationId);
  const isAnswering = log.some((entry) => entry.kind === 'answer' && isRunning(entry.turn));
  const lastTurnId = log.findLast(({ kind }) => kind === 'answer')?.id;

  const add = (...contents: ChatEntryContent[]): void => setLog((now) => append(now, ...contents));

  function adopt(id: number): void {
    if (conversationId.current === id) return;
    conversationId.current = id;
    conversation.current = Promise.resolve(id);
    onConversation(id);
  }

  function follow(entryId: number, question: string, turn: ReturnType<typeof askedTurn>): void {
    void ask({
      turn,
      conversation: conversation.current,
      onChange: (change) => setLog((now) => withTurn(now, entryId, change)),
      onKept: (id) => {
        adopt(id);
        forgetConversations();
      },
      onLost: () => setDraft((now) => (now === '' ? question : now)),
      onEnd: forgetConversations,
    });
  }

  /** Has the server keep this conversation, if it does not yet. All that hangs on it when it fails is that it is not listed. */
  function keep(title: string): Promise<number | undefined> {
    if (conversationId.current === undefined) {
      const begun = begin.mutateAsync(title.slice(0, TITLE_LENGTH)).then(
        ({ id }) => {
          adopt(id);
          return id;
        },
        () => undefined,
      );
      conversation.current = begun;
      return begun;
    }
    return conversation.current;
  }

  function startQuiz(words: string): void {
    add({ kind: 'person', text: words }, { kind: 'pick_course' });
    moveFlow({ type: 'asked' });
    void keep(words);
  }

  function askNow(question: string): void {
    const turn = askedTurn(question, scope);
    const next = append(log, { kind: 'person', text: question }, { kind: 'answer', turn });
    setLog(next);
    follow(next.at(-1)?.id ?? 0, question, turn);
  }

  function say(words: string): void {
    const text = words.trim();
    if (text === '' || isAnswering) return;
    if (isQuizRequest(text)) startQuiz(text);
    else askNow(text);
  }

  return {
    log,
    draft,
    setDraft,
    scope,
    setScope,
    flow,
    isAnswering,
    /** Of the last question: the one that can be answered once more. */
    lastTurnId,
    stop,
    say,
    send: () => {
      if (draft.trim() === '' || isAnswering) return;
      setDraft('');
      say(draft);
    },
    /** Answers the last question once more, from where it was to be answered or, with `scope`, from elsewhere. */
    tryAgain: (entryId: number, elsewhere?: { scope: SearchScope | null }) => {
      const entry = log.find(({ id }) => id === entryId);
      if (entry?.kind !== 'answer' || isAnswering) return;
      const { question, questionId, scope: former } = entry.turn;
      const turn = askedTurn(question, elsewhere === undefined ? former : elsewhere.scope, questionId);
      if (elsewhere !== undefined) setScope(elsewhere.scope);
      setLog((now) => withTurn(now, entryId, () => turn));
      setDraft((now) => (now === question ? '' : now));
      follow(entryId, question, turn);
    },
    startQuiz,
    startQuizAbout: (courseId: number, lessonId: number, words: string) => {
      if (flow.step === 'form') return;
      add({ kind: 'person', text: words });
      moveFlow({ type: 'lesson_named', courseId, lessonId });
    },
    startWork: (work: LessonWork, words: string) =>
      add({ kind: 'person', text: words }, { kind: 'pick_work_course', work }),
    pickWorkCourse: (work: LessonWork, courseId: number, title: string) =>
      add({ kind: 'person', text: title }, { kind: 'pick_work_lesson', work, courseId }),
    pickWorkLesson: (picked: Omit<ChatWork, 'afterMessages'>, words: string) => {
      const work = { ...picked, afterMessages: countMessages(log) };
      add({ kind: 'person', text: picked.lessonTitle }, { kind: 'work', work, isNew: true });
      void keep(`${words}: ${picked.lessonTitle}`).then((id) => {
        if (id !== undefined) rememberChatWork(id, work);
      });
    },
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
  };
}

export type AssistantChat = ReturnType<typeof useAssistantChat>;
