import { useRef, useState } from 'react';
import type { ConversationMessage } from '#contract/assistant.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import type { SearchScope } from '#contract/search.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { useBeginConversation, useForgetConversations } from './assistant.queries.ts';
import { askedTurn, findMainLesson, isRunning, type CitedLesson } from './answer-turn.ts';
import {
  append,
  countMessages,
  lastScopeOf,
  logOf,
  withTurn,
  type ChatEntry,
  type ChatEntryContent,
  type LessonTask,
} from './chat-log.ts';
import { rememberChatWork, type ChatWork, type QuizChatWork } from './chat-work.ts';
import { readIntent } from './read-intent.ts';
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

/** The initial values of the quiz form. */
export type QuizFormOfChat = Pick<CitedLesson, 'courseId' | 'lessonId'> & Partial<CitedLesson>;

/** The lesson of the last answer that cites one. */
function findLastLesson(log: readonly ChatEntry[]): CitedLesson | undefined {
  const last = log.findLast((entry) => entry.kind === 'answer' && findMainLesson(entry.turn) !== undefined);
  return last?.kind === 'answer' ? findMainLesson(last.turn) : undefined;
}

/** The course and lesson of an account that has only one lesson. */
function useOnlyLesson(): {
  courseId?: number;
  lesson?: Pick<CitedLesson, 'courseId' | 'lessonId' | 'title'>;
} {
  const { data: courses = [] } = useCourseList();
  const courseId = courses.length === 1 ? courses[0]?.id : undefined;
  const { data: lessons = [] } = useLessonsOfCourse(courseId ?? null);
  if (courseId === undefined) return {};
  const [lesson] = lessons;
  if (lesson === undefined || lessons.length > 1) return { courseId };
  return { courseId, lesson: { courseId, lessonId: lesson.id, title: lesson.title } };
}

/**
 * The state of the chat: its entries, the answer being written, and the progress of a quiz.
 * @param onConversation receives the id of the conversation once there is one.
 */
export function useAssistantChat(start: ChatStart, onConversation: (id: number) => void) {
  const [log, setLog] = useState(() => logOf(start.messages, start.works));
  /** A question on its way, until the server has stored it. */
  const unsent = useRef('');
  const [draft, setDraft] = useTyped('assistant', '', {
    write: (text) => (text === '' ? unsent.current : text),
    onLeave: 'keep',
  });
  const [scope, setScope] = useState(() => lastScopeOf(start.messages) ?? start.scope);
  const [quizForm, setQuizForm] = useState<QuizFormOfChat>();
  const only = useOnlyLesson();
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
    unsent.current = question;
    void ask({
      turn,
      conversation: conversation.current,
      onChange: (change) => setLog((now) => withTurn(now, entryId, change)),
      onKept: (id) => {
        unsent.current = '';
        adopt(id);
        forgetConversations();
      },
      onLost: () => {
        unsent.current = '';
        setDraft((now) => (now === '' ? question : now));
      },
      onEnd: forgetConversations,
    });
  }

  /** Stores this conversation if it is not stored yet. If that fails, it is only missing from the list. */
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
    add({ kind: 'person', text: words }, { kind: 'pick_course', task: { work: 'quiz' } });
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
    const intent = readIntent(text);
    if (intent.kind === 'quiz') startQuiz(text);
    else if (intent.kind === 'summarize') startTask({ work: 'summarize', said: text });
    else if (intent.kind === 'questions') startTask({ work: 'questions', said: text, wish: intent.wish });
    else askNow(text);
  }

  /** Uses the chosen lesson, that of the last answer or the only one; otherwise asks for one. */
  function startTask(task: LessonTask & { said: string }): void {
    const { course_id: courseId = only.courseId, lesson_id: lessonId } = scope ?? {};
    const lesson =
      lessonId === undefined
        ? (findLastLesson(log) ?? only.lesson)
        : { courseId: courseId ?? 0, lessonId, title: task.said };
    add({ kind: 'person', text: task.said });
    if (lesson !== undefined) startIn(task, lesson);
    else if (courseId !== undefined) add({ kind: 'pick_lesson', task, courseId });
    else add({ kind: 'pick_course', task });
  }

  function startIn(
    task: LessonTask,
    { courseId, lessonId, title }: Pick<CitedLesson, 'courseId' | 'lessonId' | 'title'>,
    heading = title,
  ): void {
    if (task.work === 'quiz') {
      setQuizForm({ courseId, lessonId });
      return;
    }
    const place = {
      afterMessages: countMessages(log),
      ...(task.said === undefined ? {} : { said: task.said }),
    };
    if (task.work === 'questions') {
      add({ kind: 'write_questions', wish: task.wish, lessonId, said: task.said, ...place });
      void keep(task.said);
      return;
    }
    const work = { work: task.work, courseId, lessonId, lessonTitle: title, ...place };
    add({ kind: 'work', work, isNew: true });
    void keepWork(task.said ?? heading, work);
  }

  async function keepWork(title: string, work: ChatWork): Promise<void> {
    const id = await keep(title);
    if (id !== undefined) rememberChatWork(id, work);
  }

  return {
    log,
    draft,
    setDraft,
    scope,
    setScope,
    quizForm,
    isAnswering,
    /** Of the last question, the only one that can be asked again. */
    lastTurnId,
    stop,
    say,
    send: () => {
      if (draft.trim() === '' || isAnswering) return;
      setDraft('');
      say(draft);
    },
    /** Asks the last question again, in its scope or in `scope`. */
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
    startQuizAbout: ({ courseId, lessonId, passageIds }: CitedLesson, words: string) => {
      add({ kind: 'person', text: words });
      setQuizForm({ courseId, lessonId, passageIds });
    },
    startWork: (task: LessonTask, words: string) =>
      add({ kind: 'person', text: words }, { kind: 'pick_course', task }),
    pickCourse: (task: LessonTask, courseId: number, title: string) =>
      add({ kind: 'person', text: title }, { kind: 'pick_lesson', task, courseId }),
    /** @param words the title of the card, for the title of the conversation. */
    pickLesson: (
      task: LessonTask,
      lesson: Pick<CitedLesson, 'courseId' | 'lessonId' | 'title'>,
      words: string,
    ) => {
      add({ kind: 'person', text: lesson.title });
      startIn(task, lesson, `${words}: ${lesson.title}`);
    },
    /** The questions that an entry asked for are written: they stay in the conversation. */
    keepQuestions: (quiz: QuizChatWork) => void keepWork(quiz.said ?? '', quiz),
    endQuiz: ({ made, isUnderWay }: { made: QuestionSet | undefined; isUnderWay: boolean }) => {
      setQuizForm(undefined);
      if (made !== undefined) {
        add({ kind: 'quiz_made', set: made });
        void keepWork(made.name, {
          work: 'questions',
          mode: 'link',
          questionSetId: made.id,
          afterMessages: countMessages(log),
        });
      } else add({ kind: isUnderWay ? 'quiz_under_way' : 'quiz_left' });
    },
  };
}

export type AssistantChat = ReturnType<typeof useAssistantChat>;
