import { createServer } from 'node:http';
import type { IncomingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a client sent, as far as tests look at it. */
export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** What the model is told to do, then all that was said, in one text. */
  readonly said: string;
}

export interface ModelAnswer {
  readonly text?: string;
  /** Other than 200: an error in the manner of the service. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: string;
  readonly finish?: 'stop' | 'length';
  /** Never answers. */
  readonly hang?: boolean;
  /** Breaks the connection in the middle of the answer. */
  readonly cut?: boolean;
  /** Sends this instead of the service's JSON. */
  readonly raw?: string;
}

/** A local server that speaks the protocols of the services: OpenAI's chat completions (also Azure's and Ollama's), Anthropic's messages. */
export interface ModelServer {
  readonly origin: string;
  readonly calls: readonly ModelCall[];
  close(): void;
}

/** @param answer what the model says to a call; the count is of the calls so far, from 1 */
export async function startModelServer(
  answer: (call: ModelCall, count: number) => ModelAnswer,
): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const server: Server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const body = JSON.parse(Buffer.concat(parts).toString()) as Record<string, unknown>;
      const said = JSON.stringify([body['system'], body['messages']]);
      const call: ModelCall = { path: request.url ?? '', headers: request.headers, body, said };
      calls.push(call);
      respond(response, answer(call, calls.length), call.path.endsWith('/messages'));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

function respond(response: ServerResponse, answer: ModelAnswer, isAnthropic: boolean): void {
  if (answer.hang === true) return;
  const status = answer.status ?? 200;
  const body = answer.raw ?? JSON.stringify(isAnthropic ? anthropicBody(answer) : openAiBody(answer));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...answer.headers,
  });
  if (answer.cut === true) {
    response.write(body.slice(0, body.length / 2));
    setImmediate(() => response.destroy());
  } else response.end(body);
}

const openAiBody = (answer: ModelAnswer): object =>
  answer.status === undefined
    ? {
        id: 'chatcmpl-1',
        object: 'chat.completion',
        created: 1_790_000_000,
        model: 'test-model',
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content: answer.text ?? '' },
            finish_reason: answer.finish ?? 'stop',
          },
        ],
        usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 },
      }
    : { error: { message: answer.error ?? 'It failed.', type: 'error', param: null, code: null } };

const anthropicBody = (answer: ModelAnswer): object =>
  answer.status === undefined
    ? {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'test-model',
        content: [{ type: 'text', text: answer.text ?? '' }],
        stop_reason: answer.finish === 'length' ? 'max_tokens' : 'end_turn',
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 10 },
      }
    : { type: 'error', error: { type: 'error', message: answer.error ?? 'It failed.' } };
