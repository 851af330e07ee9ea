import { expect, test } from 'vitest';
import type { Announcement } from '#server/platform/events/event-bus.ts';
import type { LanguageModelChoice } from '#server/configuration/language-model-config.ts';
import { eventually } from '#server/testing/eventually.ts';
import { ManualClock } from '#server/testing/manual-clock.ts';
import type { TextGenerator } from '../text-generator.ts';
import { followLanguageModel, type ReleasableGenerator } from './follow-language-model.ts';

const NOTHING: LanguageModelChoice = { service: undefined, local: undefined };
const service = (model: string): LanguageModelChoice => ({
  service: {
    provider: 'ollama',
    baseUrl: 'http://127.0.0.1:11434/v1',
    model,
    apiKey: undefined,
    apiVersion: undefined,
    timeoutSeconds: 60,
  },
  local: undefined,
});
const local = (path: string): LanguageModelChoice => ({
  service: undefined,
  local: { model: { path }, timeoutSeconds: 60, usesGpu: false },
});

async function follow(read: () => Promise<LanguageModelChoice | undefined>) {
  const ended: string[] = [];
  const opened: string[] = [];
  const clock = new ManualClock();
  let announce: (announcement: Announcement) => void = () => undefined;
  let breakConnection: () => void = () => undefined;
  const ignore = () => undefined;
  const models = await followLanguageModel({
    fallback: NOTHING,
    loadStored: read,
    openService: ({ model }) => {
      opened.push(model);
      return { name: `ollama:${model}` } as TextGenerator;
    },
    openLocal: ({ model }) => {
      const name = 'path' in model ? model.path : model.name;
      opened.push(name);
      return {
        name,
        release: () => void ended.push(`released ${name}`),
        close: () => Promise.resolve(void ended.push(`closed ${name}`)),
      } as unknown as ReleasableGenerator;
    },
    nameLocal: ({ model }) => ('path' in model ? model.path : model.name),
    events: {
      subscribe: (listener) => {
        announce = listener;
        return ignore;
      },
      onGap: (listener) => {
        breakConnection = listener;
        return ignore;
      },
    },
    clock,
    log: { debug: ignore, info: ignore, warn: ignore, error: ignore },
  });
  const changed = () => announce({ kind: 'language_model_changed' });
  return { models, opened, ended, clock, changed, breakConnection: () => breakConnection() };
}

test('opens another model when the settings change, and keeps an unchanged one', async () => {
  let choice: LanguageModelChoice | undefined = service('one');
  const { models, opened, changed } = await follow(() => Promise.resolve(choice));
  const before = models.current();
  changed();
  await models.refresh();
  expect(models.current()).toBe(before);
  choice = service('two');
  changed();
  await models.refresh();
  expect(models.current().writerName).toBe('ollama:two');
  choice = undefined;
  await models.refresh();
  expect(models.current()).toMatchObject({ generator: null, writerName: null });
  expect(opened).toEqual(['one', 'two']);
});

test('releases a local model when another one is chosen, and closes it on shutdown', async () => {
  let choice = local('/first.gguf');
  const { models, ended } = await follow(() => Promise.resolve(choice));
  choice = service('one');
  await models.refresh();
  expect(ended).toEqual(['released /first.gguf']);
  await models.close();
  expect(ended).toEqual(['released /first.gguf', 'closed /first.gguf']);
});

test('reads the settings again after a broken connection, and retries when that fails', async () => {
  let choice = service('one');
  let fails = false;
  const { models, clock, breakConnection } = await follow(() =>
    fails ? Promise.reject(new Error('The database is away.')) : Promise.resolve(choice),
  );
  choice = service('two');
  fails = true;
  breakConnection();
  await clock.untilWaiting();
  expect(models.current().writerName).toBe('ollama:one');
  fails = false;
  await clock.advance(2_000);
  await eventually('the change to take effect', () =>
    models.current().writerName === 'ollama:two' ? true : undefined,
  );
});
