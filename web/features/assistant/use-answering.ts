import { useEffect, useRef } from 'react';
import type { AnswerEvent } from '#contract/assistant.ts';
import { askAssistant } from '#web/api-client/ask-assistant.ts';
import { failedTurn, stoppedTurn, withEvent, type AnswerTurn } from './answer-turn.ts';

export interface Asking {
  readonly turn: AnswerTurn;
  /** The conversation to continue, once known; undefined starts one. */
  readonly conversation: Promise<number | undefined>;
  /** Called for each change of the turn, the last of them when the answer is whole, stopped or failed. */
  readonly onChange: (change: (turn: AnswerTurn) => AnswerTurn) => void;
  /** Called at once when the server has kept the question. */
  readonly onKept: (conversationId: number) => void;
  /** Called when the question did not get as far as the server. */
  readonly onLost: () => void;
  readonly onEnd: () => void;
}

/** A server that has not stored the question by then is not going to. */
const LONGEST_STOP_MILLISECONDS = 5_000;

/**
 * Asks one question at a time and follows the answer. When the user leaves the page, the server completes the answer and stores it in
 * the conversation.
 */
export function useAnswering(): { ask: (asking: Asking) => Promise<void>; stop: () => void } {
  const running = useRef<{ stop: () => void }>(undefined);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function ask({ turn, conversation, onChange, onKept, onLost, onEnd }: Asking): Promise<void> {
    const stopping = new AbortController();
    let isKept = turn.questionId !== undefined;
    let wantsStop = false;
    const current = {
      // A question that is on its way is stored once: its id must arrive before the answer can be stopped.
      stop: () => {
        wantsStop = true;
        if (isKept) stopping.abort();
        else setTimeout(() => stopping.abort(), LONGEST_STOP_MILLISECONDS);
      },
    };
    running.current = current;
    const onEvent = (event: AnswerEvent): void => {
      if (!isHere.current) return;
      onChange((now) => withEvent(now, event));
      if (event.name !== 'started') return;
      isKept = true;
      onKept(event.data.conversation_id);
      if (wantsStop) stopping.abort();
    };
    try {
      const conversationId = await conversation;
      await askAssistant(
        {
          text: turn.question,
          ...(conversationId === undefined ? {} : { conversation_id: conversationId }),
          ...(turn.questionId === undefined ? {} : { question_id: turn.questionId }),
          ...turn.scope,
        },
        { signal: stopping.signal, onEvent },
      );
    } catch (error) {
      if (!isHere.current) return;
      onChange((now) => (stopping.signal.aborted ? stoppedTurn(now) : failedTurn(now, error)));
      if (!isKept) onLost();
    } finally {
      if (running.current === current) running.current = undefined;
      if (isHere.current) onEnd();
    }
  }

  return { ask, stop: () => running.current?.stop() };
}
