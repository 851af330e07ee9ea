import { z } from 'zod';
import type { Fetch } from './service-fetch.ts';

/** The part of the SDK's OpenAI-compatible request that Ollama needs. */
const openAiRequest = z.object({
  model: z.string(),
  messages: z.array(
    z.object({
      role: z.string(),
      content: z.union([z.string(), z.array(z.object({ text: z.string() }))]),
    }),
  ),
  max_tokens: z.int().optional(),
  stream: z.boolean().optional(),
  response_format: z.object({ json_schema: z.object({ schema: z.unknown() }).optional() }).optional(),
});

const ollamaAnswer = z.object({
  message: z.object({ content: z.string().default(''), thinking: z.string().optional() }).optional(),
  done: z.boolean().default(false),
  done_reason: z.string().optional(),
  prompt_eval_count: z.int().optional(),
  eval_count: z.int().optional(),
  error: z.string().optional(),
});
type OllamaAnswer = z.infer<typeof ollamaAnswer>;

/** Ollama reloads the model for another length, so there are only a few, and the length never shrinks. */
const CONTEXT_STEPS = [8_192, 16_384, 32_768, 65_536];
const CHARACTERS_PER_TOKEN = 3;
const USUAL_OUTPUT_TOKENS = 2_048;
/** Tokens for the roles and markers around the messages. */
const SPARE_TOKENS = 256;

/**
 * Translates OpenAI-compatible calls into calls of Ollama's native API. Ollama's `/v1` silently truncates prompts at its default
 * context, 4,096 tokens on most machines; the native API accepts a context length and can turn thinking off.
 */
export function createOllamaFetch(fetchFromService: Fetch): Fetch {
  let contextTokens = CONTEXT_STEPS[0] ?? 0;

  return async (input, init) => {
    const request = openAiRequest.parse(JSON.parse(typeof init?.body === 'string' ? init.body : ''));
    const messages = request.messages.map(({ role, content }) => ({
      role,
      content: typeof content === 'string' ? content : content.map(({ text }) => text).join('\n'),
    }));
    const characters = messages.reduce((sum, { content }) => sum + content.length, 0);
    const needed =
      characters / CHARACTERS_PER_TOKEN + (request.max_tokens ?? USUAL_OUTPUT_TOKENS) + SPARE_TOKENS;
    contextTokens = Math.max(
      contextTokens,
      CONTEXT_STEPS.find((step) => step >= needed) ?? CONTEXT_STEPS.at(-1) ?? 0,
    );
    const { schema } = request.response_format?.json_schema ?? {};
    const body = {
      model: request.model,
      messages,
      stream: request.stream === true,
      think: false,
      // An error is better than an answer about half the lesson.
      truncate: false,
      shift: false,
      ...(schema === undefined ? {} : { format: schema }),
      options: {
        num_ctx: contextTokens,
        ...(request.max_tokens === undefined ? {} : { num_predict: request.max_tokens }),
      },
    };
    const url = String(input instanceof Request ? input.url : input).replace(
      /(?:\/v1)?\/chat\/completions$/u,
      '/api/chat',
    );
    const response = await fetchFromService(url, { ...init, body: JSON.stringify(body) });
    if (!response.ok || response.body === null) return response;
    return request.stream === true ? translateStream(response.body) : translateAnswer(response);
  };
}

async function translateAnswer(response: Response): Promise<Response> {
  const text = await response.text();
  const answer = ollamaAnswer.safeParse(parseJson(text));
  // Not Ollama: the caller reports the unexpected response.
  if (!answer.success) return new Response(text, { status: response.status });
  const { message } = answer.data;
  return Response.json({
    choices: [
      {
        index: 0,
        message: {
          role: 'assistant',
          content: message?.content ?? '',
          ...(message?.thinking === undefined ? {} : { reasoning_content: message.thinking }),
        },
        finish_reason: finishOf(answer.data),
      },
    ],
    usage: usageOf(answer.data),
  });
}

/** Turns each line, a JSON document, into a server-sent event. */
function translateStream(body: ReadableStream<Uint8Array>): Response {
  const encoder = new TextEncoder();
  const event = (value: object): Uint8Array => encoder.encode(`data: ${JSON.stringify(value)}\n\n`);
  let rest = '';
  const translate = (line: string, send: (bytes: Uint8Array) => void): void => {
    if (line.trim() === '') return;
    const answer = ollamaAnswer.parse(parseJson(line));
    if (answer.error !== undefined) {
      send(event({ error: { message: answer.error } }));
      return;
    }
    const { content = '', thinking } = answer.message ?? {};
    const delta = { content, ...(thinking === undefined ? {} : { reasoning_content: thinking }) };
    send(
      event({
        choices: [{ index: 0, delta, finish_reason: answer.done ? finishOf(answer) : null }],
        ...(answer.done ? { usage: usageOf(answer) } : {}),
      }),
    );
    if (answer.done) send(encoder.encode('data: [DONE]\n\n'));
  };
  const events = body.pipeThrough(new TextDecoderStream()).pipeThrough(
    new TransformStream<string, Uint8Array>({
      transform(text, controller) {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) translate(line, (bytes) => controller.enqueue(bytes));
      },
      flush(controller) {
        translate(rest, (bytes) => controller.enqueue(bytes));
      },
    }),
  );
  return new Response(events, { headers: { 'content-type': 'text/event-stream' } });
}

const finishOf = ({ done_reason: reason }: OllamaAnswer): string => (reason === 'length' ? 'length' : 'stop');

const usageOf = ({ prompt_eval_count: input = 0, eval_count: output = 0 }: OllamaAnswer) => ({
  prompt_tokens: input,
  completion_tokens: output,
  total_tokens: input + output,
});

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
