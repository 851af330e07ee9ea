import { createServer } from 'node:http';
import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';

/** What a client sent, as far as tests look at it. */
export interface ModelCall {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Readonly<Record<string, unknown>>;
  /** The instructions and all messages, as one text. */
  readonly said: string;
}

export interface ModelAnswer {
  readonly text?: string;
  /** Other than 200: an error in the manner of the service. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly error?: string;
  readonly finish?: 'stop' | 'length';
  /** The model's thinking before its text. */
  readonly thinking?: string;
  /** Never answers. */
  readonly hang?: boolean;
  /** Breaks the connection in the middle of the answer. */
  readonly cut?: boolean;
  /** Sends this instead of the service's JSON. */
  readonly raw?: string;
  /** The pieces of a streamed answer; without it the text is sent word by word. */
  readonly pieces?: readonly string[];
  /** Is waited for before each piece of a streamed answer. */
  readonly beforePiece?: (index: number) => Promise<void> | void;
  /** Hears that the client hung up before the answer was whole. */
  readonly onLeft?: () => void;
}

/** A local server that speaks the protocols of the services: OpenAI's (also Azure's), Ollama's own and Anthropic's. */
export interface ModelServer {
  readonly origin: string;
  readonly calls: readonly ModelCall[];
  close(): void;
}

/** The server's models, their context length and its certificate, for tests that need them. */
export interface ServedModels {
  readonly names?: readonly string[];
  /** Reported only by Ollama. */
  readonly contextTokens?: number;
  /** Serves over TLS. */
  readonly tls?: { readonly key: string; readonly cert: string };
}

/** @param answer the answer to a call, including lists of models; it receives the number of the call, from 1 */
export async function startModelServer(
  answer: (call: ModelCall, count: number) => ModelAnswer | Promise<ModelAnswer>,
  { names = ['test-model'], contextTokens, tls }: ServedModels = {},
): Promise<ModelServer> {
  const calls: ModelCall[] = [];
  const listener: RequestListener = (request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => void reply());
    const reply = async (): Promise<void> => {
      const body = JSON.parse(Buffer.concat(parts).toString() || '{}') as Record<string, unknown>;
      const said = JSON.stringify([body['system'], body['messages']]);
      const call: ModelCall = { path: request.url ?? '', headers: request.headers, body, said };
      calls.push(call);
      const given = await answer(call, calls.length);
      response.on('close', () => {
        if (!response.writableFinished) given.onLeft?.();
      });
      const protocol = protocolOf(call.path);
      if (protocol === undefined) respond(response, given, () => listOf(call.path, names, contextTokens));
      else if (body['stream'] === true && given.status === undefined && given.raw === undefined)
        void stream(response, given, protocol);
      else respond(response, given, protocol.body);
    };
  };
  const server = tls === undefined ? createServer(listener) : createTlsServer(tls, listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: `${tls === undefined ? 'http' : 'https'}://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

const protocolOf = (path: string): Protocol | undefined => {
  if (path.endsWith('/messages')) return anthropic;
  if (path.endsWith('/api/chat')) return ollama;
  return /\/chat\/completions/u.test(path) ? openAi : undefined;
};

/** A service's list of models. */
function listOf(path: string, names: readonly string[], contextTokens: number | undefined): object {
  if (path.endsWith('/api/tags')) return { models: names.map((name) => ({ name, size: 1_000_000_000 })) };
  if (path.endsWith('/api/show'))
    return { model_info: contextTokens === undefined ? {} : { 'qwen3.context_length': contextTokens } };
  return { object: 'list', data: names.map((id) => ({ id, object: 'model' })) };
}

/** The parts of a stream (start, piece, end), and the whole answer as one body. */
interface Protocol {
  readonly contentType?: string;
  readonly body: (answer: ModelAnswer) => object;
  readonly before: readonly string[];
  readonly piece: (text: string) => string;
  readonly after: (answer: ModelAnswer) => readonly string[];
}

async function stream(response: ServerResponse, answer: ModelAnswer, protocol: Protocol): Promise<void> {
  if (answer.hang === true) return;
  response.writeHead(200, { 'content-type': protocol.contentType ?? 'text/event-stream', ...answer.headers });
  for (const line of protocol.before) response.write(line);
  const pieces = answer.pieces ?? (answer.text ?? '').match(/\S+\s*|\s+/gu) ?? [];
  const sent = answer.cut === true ? pieces.slice(0, Math.ceil(pieces.length / 2)) : pieces;
  for (const [index, piece] of sent.entries()) {
    await answer.beforePiece?.(index);
    if (response.destroyed) return;
    response.write(protocol.piece(piece));
  }
  if (answer.cut === true) {
    // The client runs in this process: after some turns of the event loop it has read the pieces.
    for (let turn = 0; turn < 50; turn += 1) await setImmediate();
    response.destroy();
    return;
  }
  for (const line of protocol.after(answer)) response.write(line);
  response.end();
}

const data = (value: object): string => `data: ${JSON.stringify(value)}\n\n`;
const chunk = (choices: readonly object[], more: object = {}): string =>
  data({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1_790_000_000,
    model: 'test-model',
    choices,
    ...more,
  });

const openAi: Protocol = {
  body: (answer) => openAiBody(answer),
  before: [chunk([{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: null }])],
  piece: (text) => chunk([{ index: 0, delta: { content: text }, finish_reason: null }]),
  after: ({ finish }) => [
    chunk([{ index: 0, delta: {}, finish_reason: finish ?? 'stop' }]),
    chunk([], { usage: { prompt_tokens: 100, completion_tokens: 10, total_tokens: 110 } }),
    'data: [DONE]\n\n',
  ],
};

const named = (value: Readonly<Record<string, unknown>> & { readonly type: string }): string =>
  `event: ${value.type}\n${data(value)}`;

const anthropic: Protocol = {
  body: (answer) => anthropicBody(answer),
  before: [
    named({
      type: 'message_start',
      message: {
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'test-model',
        content: [],
        stop_reason: null,
        stop_sequence: null,
        usage: { input_tokens: 100, output_tokens: 1 },
      },
    }),
    named({ type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } }),
  ],
  piece: (text) => named({ type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text } }),
  after: ({ finish }) => [
    named({ type: 'content_block_stop', index: 0 }),
    named({
      type: 'message_delta',
      delta: { stop_reason: finish === 'length' ? 'max_tokens' : 'end_turn', stop_sequence: null },
      usage: { output_tokens: 10 },
    }),
    named({ type: 'message_stop' }),
  ],
};

const ollamaLine = (message: object, more: object): string =>
  `${JSON.stringify({ model: 'test-model', created_at: '2026-01-01T00:00:00Z', message, ...more })}\n`;

const ollamaEnd = (finish: ModelAnswer['finish']) => ({
  done: true,
  done_reason: finish ?? 'stop',
  prompt_eval_count: 100,
  eval_count: 10,
});

const ollama: Protocol = {
  contentType: 'application/x-ndjson',
  body: ({ status, error, text = '', thinking, finish }) =>
    status === undefined
      ? { model: 'test-model', message: { role: 'assistant', content: text, thinking }, ...ollamaEnd(finish) }
      : { error: error ?? 'It failed.' },
  before: [],
  piece: (content) => ollamaLine({ role: 'assistant', content }, { done: false }),
  after: ({ finish }) => [ollamaLine({ role: 'assistant', content: '' }, ollamaEnd(finish))],
};

function respond(
  response: ServerResponse,
  answer: ModelAnswer,
  bodyOf: (answer: ModelAnswer) => object,
): void {
  if (answer.hang === true) return;
  const status = answer.status ?? 200;
  const body =
    answer.raw ?? JSON.stringify(answer.status === undefined ? bodyOf(answer) : errorOf(bodyOf, answer));
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...answer.headers,
  });
  if (answer.cut === true) {
    response.write(body.slice(0, body.length / 2));
    void setImmediate().then(() => response.destroy());
  } else response.end(body);
}

/** Calls that list models fail as OpenAI's do. */
const errorOf = (bodyOf: (answer: ModelAnswer) => object, answer: ModelAnswer): object => {
  const body = bodyOf(answer);
  return 'error' in body ? body : openAiBody(answer);
};

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
            message: {
              role: 'assistant',
              content: answer.text ?? '',
              ...(answer.thinking === undefined ? {} : { reasoning_content: answer.thinking }),
            },
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
