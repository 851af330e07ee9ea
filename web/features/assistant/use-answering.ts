import { useEffect, useRef } from 'react';
import type { AnswerEvent } from '../../../contract/assistant.ts';
import { askAssistant } from '../../api-client/ask-assistant.ts';
import { failedTurn, stoppedTurn, withEvent, type AnswerTurn } from './answer-turn.ts';

export interface Asking {
  readonly turn: AnswerTurn;
  /** The conversation to go on with, once it is known; undefined begins one. */
  readonly conversation: Promise<number | undefined>;
  /** Called for each change of the turn, the last of them when the answer is whole, stopped or failed. */
  readonly onChange: (change: (turn: AnswerTurn) => AnswerTurn) => void;
  /** Called at once when the server has kept the question. */
  readonly onKept: (conversationId: number) => void;
  /** Called when the question did not get as far as the server. */
  readonly onLost: () => void;
  readonly onEnd: () => void;
}

/**
 * Asks, and follows the answer. One at a time. When the page is left, the answer is written to its end on the server and stands
 * in the conversation, but nobody here is told any more.
 */
export function useAnswering(): { ask: (asking: Asking) => Promise<void>; stop: () => void } {
  const running = useRef<AbortController>(undefined);
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  async function ask({ turn, conversation, onChange, onKept, onLost, onEnd }: Asking): Promise<void> {
    const stopping = new AbortController();
    running.current = stopping;
    let isKept = turn.questionId !== undefined;
    const onEvent = (event: AnswerEvent): void => {
      if (!isHere.current) return;
      onChange((now) => withEvent(now, event));
      if (event.name !== 'started') return;
      isKept = true;
      onKept(event.data.conversation_id);
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
      if (running.current === stopping) running.current = undefined;
      if (isHere.current) onEnd();
    }
  }

  return { ask, stop: () => running.current?.abort() };
}
