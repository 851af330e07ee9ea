import { readConfig } from '#server/config.ts';
import { ensureModelFiles } from './ensure-model-files.ts';
import { resolveLocalLanguageModel } from './local-language-model.ts';
import { MODELS } from './model-catalogue.ts';

/** `npm run models`: fetches what is missing and says how it went. Ends with code 1 when a model is missing then. */
const { modelsDirectory, modelsUrl, localLanguageModel } = readConfig();
const languageModel =
  localLanguageModel && resolveLocalLanguageModel(localLanguageModel, modelsDirectory).model;
const models = languageModel === undefined ? MODELS : [...MODELS, languageModel];
const states = await ensureModelFiles({
  modelsDirectory,
  modelsUrl,
  models,
  log: (line) => process.stdout.write(`${line}\n`),
});
for (const model of models) {
  const state = states[model.id];
  if (state === undefined) continue;
  process.stdout.write(`${model.name}: ${state.status === 'unavailable' ? state.reason : state.status}\n`);
  if (state.status !== 'ready') process.exitCode = 1;
}
