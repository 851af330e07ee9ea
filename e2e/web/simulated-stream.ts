import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { AnswerEvent, AssistantRequest, Citation } from '#contract/assistant.ts';

/** A streamed answer that the test writes. */
export interface SimulatedAnswer {
  readonly asked: AssistantRequest;
  send(...events: AnswerEvent[]): void;
  /** Breaks the connection. */
  breakOff(): void;
  /** Resolves when the page closes the connection. */
  readonly left: Promise<unknown>;
}

/** Lets the test answer the assistant's questions event by event. Returns a function that waits for the next question. */
export async function simulateAnswers(page: Page): Promise<() => Promise<SimulatedAnswer>> {
  const waiting: SimulatedAnswer[] = [];
  const takers: ((answer: SimulatedAnswer) => void)[] = [];
  const server = createServer((request, response) => {
    void readAnswer(request, response).then((answer) => {
      const taker = takers.shift();
      if (taker === undefined) waiting.push(answer);
      else taker(answer);
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  // A fulfilled route arrives all at once, so the page is redirected to a server that really streams.
  await page.route('**/api/assistant/messages/stream/', (route) =>
    route.continue({ url: `http://127.0.0.1:${port}/api/assistant/messages/stream/` }),
  );
  return () => {
    const next = waiting.shift();
    return next === undefined ? new Promise((resolve) => takers.push(resolve)) : Promise.resolve(next);
  };
}

async function readAnswer(request: IncomingMessage, response: ServerResponse): Promise<SimulatedAnswer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  response.flushHeaders();
  return {
    asked: JSON.parse(Buffer.concat(chunks).toString('utf8')) as AssistantRequest,
    send: (...events) => {
      for (const { name, data } of events)
        response.write(`event: ${name}\ndata: ${JSON.stringify(data)}\n\n`);
    },
    breakOff: () => response.destroy(),
    left: once(response, 'close'),
  };
}

export const started = (conversationId: number, questionId: number): AnswerEvent => ({
  name: 'started',
  data: { conversation_id: conversationId, question_id: questionId },
});

export const draft = (text: string): AnswerEvent => ({ name: 'draft', data: { text } });

export const citing = (lessonId: number, quote: string): Citation => ({
  lesson_id: lessonId,
  lesson_title: `Lesson ${lessonId}`,
  course_id: 1,
  evidence: { quote, page: 7, start_second: null, end_second: null, passage_id: quote },
});

export const sentence = (text: string, paragraph: number, ...citations: Citation[]): AnswerEvent => ({
  name: 'statement',
  data: { statement: { text, kind: 'written', paragraph }, citations },
});

/** The last event of a one-sentence answer by a language model. */
export const whole = (
  conversationId: number,
  questionId: number,
  text: string,
  citation: Citation,
): AnswerEvent => ({
  name: 'done',
  data: {
    conversation_id: conversationId,
    question_id: questionId,
    message: {
      id: questionId + 1,
      role: 'assistant',
      text,
      citations: [citation],
      statements: [{ text, kind: 'written', paragraph: 0, citations: [0] }],
      outcome: 'answered',
      nearest: [],
      written_by: 'a small model',
      note: 'It was slow today.',
      model_use: null,
      note_coded: null,
      scope: null,
      created_at: '2026-11-21T10:00:00Z',
    },
  },
});
