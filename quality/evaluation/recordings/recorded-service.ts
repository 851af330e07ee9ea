import { createHash } from 'node:crypto';
import { createAiSdkTextGenerator } from '#server/ai/ai-sdk/ai-sdk-text-generator.ts';
import { startModelServer } from '#server/ai/testing/language-model-server.ts';
import type { ModelCall, ModelServer } from '#server/ai/testing/language-model-server.ts';
import type { TextGenerator } from '#server/ai/text-generator.ts';

/** Answers of an expert, by {@link identifyRequest}. */
export type Recording = Record<string, unknown>;

/** A prompt of the product that has no recorded answer yet. */
export interface OpenRequest {
  readonly id: string;
  readonly system: string;
  readonly prompt: string;
}

/** Marks of the fence differ in every request, and mean the same. */
const FENCE_TOKEN = /(?<=MATERIAL )[\da-f]{16}(?=>>>)/gu;

/** The same for the same prompts, whatever the marks of their fence are: 16 hexadecimal digits. */
export function identifyRequest(messages: readonly { readonly content: string }[]): string {
  const said = messages.map(({ content }) => content.replaceAll(FENCE_TOKEN, 'X'));
  return createHash('sha256').update(JSON.stringify(said)).digest('hex').slice(0, 16);
}

/**
 * A language model service that gives recorded answers over the real protocol, and a generator that asks it.
 * @param onMissing gives the answer to a request that was never recorded; it is then added to the recording
 */
export async function startRecordedService(
  recording: Recording,
  onMissing: (request: OpenRequest) => Promise<unknown>,
  concurrency = 1,
): Promise<{ generator: TextGenerator; server: ModelServer }> {
  const server = await startModelServer(async (call) => {
    const messages = readMessages(call);
    const id = identifyRequest(messages);
    const [system = '', prompt = ''] = messages.map(({ content }) => content);
    recording[id] ??= await onMissing({ id, system, prompt });
    return { text: JSON.stringify(recording[id]) };
  });
  const generator = createAiSdkTextGenerator({
    provider: 'openai-compatible',
    baseUrl: `${server.origin}/v1`,
    model: 'recorded-expert',
    apiKey: undefined,
    apiVersion: undefined,
    timeoutSeconds: 600,
    prices: undefined,
  });
  // One at a time, every request depends on the ones before alone, so that a recording can be replayed.
  return { generator: { ...generator, concurrency }, server };
}

const readMessages = ({ body }: ModelCall): { content: string }[] =>
  (body['messages'] as { content: string | { text: string }[] }[]).map(({ content }) => ({
    content: typeof content === 'string' ? content : content.map(({ text }) => text).join(''),
  }));
