import { mkdtemp, rm, truncate } from 'node:fs/promises';
import { readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { writeTinyGguf, type TinyModel } from '../testing/tiny-gguf.ts';
import { TextGeneratorOutputError, TextGeneratorUnavailableError } from '../text-generator.ts';
import {
  createLlamaTextGenerator,
  type LlamaOptions,
  type LlamaTextGenerator,
} from './llama-text-generator.ts';
import { useDirectory } from '#server/testing/use-directory.ts';

/** Writes the letter a for ever. */
const ENDLESS = { a: 5 };
const objectRequest = {
  system: 'Write an object.',
  prompt: 'Now.',
  schema: z.object({
    word: z.string().max(5),
    kind: z.enum(['x', 'y']).nullable(),
    many: z
      .array(z.union([z.literal('only'), z.object({ n: z.boolean() })]))
      .min(2)
      .max(3),
  }),
  maxOutputTokens: 100,
};
const textRequest = {
  system: 'Write.',
  prompt: 'Now.',
  maxOutputTokens: 20,
  silenceMilliseconds: 10_000,
};

/** A process takes a second to start, so most tests share one. */
let shared: LlamaTextGenerator;
const sharedDirectory = await useDirectory();
beforeAll(async () => {
  shared = await create(sharedDirectory, { logits: ENDLESS });
});
afterAll(async () => {
  await shared.close();
});

let directory: string;
let generators: LlamaTextGenerator[];
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'lectern-llama-'));
  generators = [];
});
afterEach(async () => {
  await Promise.all(generators.map((generator) => generator.close()));
  await rm(directory, { recursive: true, force: true });
});

async function create(
  parent: string,
  model: TinyModel,
  options: Partial<LlamaOptions> = {},
): Promise<LlamaTextGenerator> {
  const modelPath = join(parent, 'model.gguf');
  await writeTinyGguf(modelPath, model);
  return createLlamaTextGenerator({
    name: 'local:tiny',
    modelPath,
    timeoutSeconds: 30,
    usesGpu: false,
    // Two threads wait for each other at every step, for long where the machine is busy.
    threads: 1,
    findProblem: () => Promise.resolve(undefined),
    readFreeMemoryBytes: () => 8e9,
    ...options,
  });
}

/** A generator that does not share its process. */
async function open(options: Partial<LlamaOptions> = {}, logits: TinyModel['logits'] = ENDLESS) {
  const generator = await create(directory, { logits }, options);
  generators.push(generator);
  return generator;
}

async function collect(stream: ReturnType<LlamaTextGenerator['streamText']>) {
  let text = '';
  for (;;) {
    const step = await stream.next();
    if (step.done === true) return { text, ...step.value };
    text += step.value;
  }
}

const failureOf = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => expect.fail('It should have failed.'),
    (error: unknown) => error,
  );

/** The model processes of this test: children of this process that run the module. */
function listModelProcesses(): number[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  return children.map(Number).filter((id) => {
    try {
      return readFileSync(`/proc/${id}/cmdline`, 'utf8').includes('llama.child.ts');
    } catch {
      return false;
    }
  });
}

test('writes an object that has the shape, and reports tokens and speed', async () => {
  const generator = await open();
  expect(generator.readSpeed()).toBeUndefined();
  const { object, inputTokens, outputTokens } = await generator.generateObject(objectRequest);
  expect(objectRequest.schema.parse(object)).toEqual(object);
  expect(object.word).toBe('aaaaa');
  expect(inputTokens).toBeGreaterThan(100);
  expect(outputTokens).toBeGreaterThan(20);
  expect(generator.readSpeed()).toEqual({
    inputTokensPerSecond: expect.any(Number) as number,
    outputTokensPerSecond: expect.any(Number) as number,
  });
});

test('reports an answer that was cut off at its longest length', async () => {
  const generator = shared;
  const error = await failureOf(
    generator.generateObject({ ...objectRequest, schema: z.object({ word: z.string() }) }),
  );
  expect(error).toBeInstanceOf(TextGeneratorOutputError);
  expect(error).toMatchObject({ truncated: true, tokens: { outputTokens: 100 } });
});

test('retries when the answer has the right shape but breaks another rule', async () => {
  const generator = shared;
  const schema = z.object({
    word: z
      .string()
      .max(5)
      .refine(() => false, 'is never right'),
  });
  const error = await failureOf(generator.generateObject({ ...objectRequest, schema }));
  expect(error).toMatchObject({
    truncated: false,
    message: expect.stringContaining('two answers') as string,
  });
});

test('refuses what is longer than the context', async () => {
  const generator = shared;
  const error = await failureOf(generator.generateObject({ ...objectRequest, prompt: 'long '.repeat(2000) }));
  expect(error).toMatchObject({ truncated: true, message: expect.stringContaining('4096 tokens') as string });
});

test('streams text up to its longest length', async () => {
  const generator = shared;
  expect(await collect(generator.streamText(textRequest))).toMatchObject({
    text: 'a'.repeat(20),
    finish: 'length',
    outputTokens: 20,
  });
});

test('stops where the model ends its answer', async () => {
  const generator = await open({}, { '<|im_end|>': 5 });
  expect(await collect(generator.streamText(textRequest))).toMatchObject({ text: '', finish: 'stop' });
});

describe('abort', () => {
  test('stops the model, which then answers the next call in the same process', async () => {
    const generator = shared;
    await collect(generator.streamText({ ...textRequest, maxOutputTokens: 1 }));
    const before = listModelProcesses();
    const stop = new AbortController();
    const stream = generator.streamText({ ...textRequest, maxOutputTokens: 3900, signal: stop.signal });
    await stream.next();
    stop.abort(new Error('The reader left.'));
    await expect(collect(stream)).rejects.toThrow('The reader left.');
    const started = performance.now();
    await collect(generator.streamText({ ...textRequest, maxOutputTokens: 1 }));
    expect(performance.now() - started).toBeLessThan(1500);
    expect(listModelProcesses()).toEqual(before);
  });

  test('a reader who stops reading ends the answer', async () => {
    const generator = shared;
    for await (const piece of generator.streamText({ ...textRequest, maxOutputTokens: 3900 })) {
      expect(piece).toMatch(/^a+$/u);
      break;
    }
    expect(await collect(generator.streamText(textRequest))).toMatchObject({ outputTokens: 20 });
  });

  test('a call that takes too long ends with a time-out', async () => {
    const generator = shared;
    const error = await failureOf(
      collect(generator.streamText({ ...textRequest, maxOutputTokens: 3900, timeoutMilliseconds: 50 })),
    );
    expect(error).toMatchObject({ name: 'TextGeneratorUnavailableError', reason: 'timeout' });
  });
});

describe('crash', () => {
  test('a process killed in the middle of an answer is replaced, and the answer is whole', async () => {
    const generator = shared;
    const stream = generator.streamText({ ...textRequest, maxOutputTokens: 2000 });
    const first = await stream.next();
    const [victim] = listModelProcesses();
    process.kill(victim!, 'SIGKILL');
    const rest = await collect(stream);
    expect((first.done === true ? '' : first.value) + rest.text).toBe('a'.repeat(2000));
    expect(listModelProcesses()).not.toContain(victim);
  });

  test('a process killed while it writes an object is replaced', async () => {
    const generator = shared;
    await collect(generator.streamText({ ...textRequest, maxOutputTokens: 1 }));
    const [victim] = listModelProcesses();
    const schema = z.object({ words: z.array(z.string().max(200)).length(8) });
    const writing = generator.generateObject({ ...objectRequest, schema, maxOutputTokens: 3000 });
    setTimeout(() => process.kill(victim!, 'SIGKILL'), 100);
    const { object } = await writing;
    expect(object.words.join('')).toBe('a'.repeat(1600));
    expect(listModelProcesses()).not.toContain(victim);
  });

  test('ends when idle and starts again when needed', async () => {
    const before = listModelProcesses();
    const generator = await open({ idleShutdownSeconds: 0.1 });
    await collect(generator.streamText({ ...textRequest, maxOutputTokens: 1 }));
    await expect.poll(listModelProcesses, { timeout: 5000 }).toEqual(before);
    expect(await collect(generator.streamText(textRequest))).toMatchObject({ outputTokens: 20 });
  });
});

describe('cannot be used', () => {
  test('with too little free memory no process is started', async () => {
    const before = listModelProcesses();
    const generator = await open({ readFreeMemoryBytes: () => 2.9e9 });
    const error = await failureOf(generator.generateObject(objectRequest));
    expect(error).toBeInstanceOf(TextGeneratorUnavailableError);
    expect(error).toMatchObject({
      reason: 'not_ready',
      message: expect.stringContaining('needs 3.0 GB of free memory, and 2.9 GB are free') as string,
    });
    expect(listModelProcesses()).toEqual(before);
  });

  test('while the file is not ready, its state is the reason', async () => {
    const generator = await open({ findProblem: () => Promise.resolve('Downloading, 40 %.') });
    const error = await failureOf(generator.generateObject(objectRequest));
    expect(error).toMatchObject({ reason: 'not_ready', message: 'Downloading, 40 %.' });
  });

  test('a file that is cut short fails with a reason', async () => {
    const generator = await open();
    await truncate(join(directory, 'model.gguf'), 40_000);
    const error = await failureOf(generator.generateObject(objectRequest));
    expect(error).toMatchObject({ name: 'TextGeneratorUnavailableError', reason: 'failed' });
  });
});
