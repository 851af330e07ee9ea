import type { AnswerEvent, AssistantRequest } from '#contract/assistant.ts';
import { AnswerCutOffError, readAnswerEvents } from './answer-events.ts';
import { fetchFromApi, readError } from './request.ts';

/**
 * Asks the assistant, and hands on its answer as it comes. Ends when the answer is whole or has failed on the server (event
 * `failed`); aborting `signal` stops the answer.
 *
 * @throws {ApiError} when the server refuses; {UnreachableError} when it does not answer; {AnswerCutOffError} when it stops in
 * the middle; whatever the abort says when `signal` aborts.
 */
export async function askAssistant(
  body: AssistantRequest,
  { signal, onEvent }: { signal: AbortSignal; onEvent: (event: AnswerEvent) => void },
): Promise<void> {
  const response = await fetchFromApi('POST', '/api/assistant/messages/stream/', {
    body,
    signal,
    headers: { accept: 'text/event-stream' },
  });
  if (!response.ok) throw await readError(response);
  if (response.body === null) throw new AnswerCutOffError();
  try {
    await readAnswerEvents(response.body, onEvent);
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  }
}
