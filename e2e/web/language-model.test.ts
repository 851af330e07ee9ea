import type { Page } from 'playwright-core';
import { afterEach, expect, test } from 'vitest';
import { languageModelSettings } from '#contract/language-model.ts';
import {
  startModelServer,
  type ModelAnswer,
  type ModelCall,
  type ModelServer,
} from '#server/ai/testing/language-model-server.ts';
import { answerAsWriter } from '#server/features/language-model/testing/answer-as-writer.ts';
import { listViolationsInBothSchemes } from './accessibility.ts';
import { makeAdministrator, openAs } from './administration-steps.ts';
import { eventually } from './eventually.ts';
import { titleOf } from './screen-steps.ts';

const SMALL = 'qwen2.5-coder-1.5b';

let server: ModelServer | undefined;
afterEach(() => server?.close());

const serve = async (answer: (call: ModelCall) => ModelAnswer): Promise<string> => {
  server = await startModelServer(answer, { names: ['small-model', 'large-model'] });
  return new URL(server.origin).host;
};

async function openPage(locale = 'en-US'): Promise<Page> {
  const page = await openAs(await makeAdministrator(), { locale });
  await page.goto('/admin/language-model');
  await titleOf(page).waitFor();
  return page;
}

test('tests a service: lists its models, and shows a question with its tokens', async () => {
  const host = await serve(answerAsWriter);
  const page = await openPage();
  await page.getByRole('radio', { name: 'OpenAI or a compatible service' }).check();
  await page.getByLabel('Address').fill(`${host}/v1/chat/completions`);
  await page.getByLabel('API key').fill('sk-a-very-secret-key-1234');
  await page.getByRole('button', { name: 'Load models' }).click();
  await page.getByText('2 models found').waitFor();
  await eventually(() => page.getByLabel('Address').inputValue()).toBe(`http://${host}/v1`);
  await page.getByLabel('Model', { exact: true }).selectOption('small-model');
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText('Why are the days longer in the northern half of the Earth in June?').waitFor();
  await page.getByText('200 tokens read, 20 written').waitFor();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('sends the text of lessons').waitFor();
  // Not saved, because the browser tests share one Lectern and this model would write its quizzes.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
});

test('offers an Ollama that it found, and tests it when it is chosen', async () => {
  const host = await serve((call) => (call.body['messages'] === undefined ? {} : answerAsWriter(call)));
  const page = await openPage();
  const services = [
    { provider: 'ollama', base_url: `http://${host}`, models: ['nomic-embed-text', 'small-model'] },
  ];
  await page.route('**/api/admin/language-model/discover/', (route) => route.fulfill({ json: { services } }));
  await page.reload();
  await page.getByRole('button', { name: `Use Ollama at ${host} (2 models)` }).click();
  await page.getByText('It works.').waitFor();
  await eventually(() => page.getByLabel('Model', { exact: true }).inputValue()).toBe('small-model');
  await eventually(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(false);
});

test('sets a monthly budget, and rejects what is not a number', async () => {
  const page = await openPage();
  const budget = page.getByRole('region', { name: 'Monthly budget' });
  await budget.getByLabel('Tokens for each account').fill('plenty');
  await budget.getByRole('button', { name: 'Save budget' }).click();
  await budget.getByText('Enter a number, 0 or more').waitFor();
  await budget.getByLabel('Tokens for each account').and(page.locator(':focus')).waitFor();
  // More than all tests use together, because they share one Lectern.
  await budget.getByLabel('Tokens for all accounts together').fill('900000000');
  await budget.getByLabel('Tokens for each account').fill('900 000 000');
  await budget.getByRole('button', { name: 'Save budget' }).click();
  await page.getByText('Budget saved').waitFor();
  await eventually(() => budget.getByLabel('Tokens for each account').inputValue()).toBe('900,000,000');
  await budget.getByText(/^This month so far: [\d,]+ of 900,000,000 tokens\./u).waitFor();
  await budget.getByRole('heading', { name: 'Monthly budget' }).and(page.locator(':focus')).waitFor();
});

test('explains a wrong key in Spanish', async () => {
  const host = await serve(() => ({ status: 401 }));
  const page = await openPage('es-ES');
  await page.getByRole('radio', { name: 'OpenAI o un servicio compatible' }).check();
  await page.getByLabel('Dirección').fill(host);
  await page.getByLabel('Clave').fill('sk-wrong');
  await page.getByRole('button', { name: 'Cargar modelos' }).click();
  await page.getByText('El servicio ha rechazado la clave.').waitFor();
});

test('can be saved only with a model and valid prices', async () => {
  const page = await openPage();
  await page.getByRole('radio', { name: 'Anthropic' }).check();
  await eventually(() => page.getByRole('button', { name: 'Save', exact: true }).isDisabled()).toBe(true);
  await page.getByLabel('Model', { exact: true }).fill('claude');
  await page.getByLabel('Input price').fill('1,500');
  await page.getByLabel('Output price').fill('cheap');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByLabel('Output price').and(page.locator(':focus')).waitFor();
  await page.getByLabel('Output price').fill('2.5');
  const test = page.waitForRequest(/\/language-model\/test\/$/u);
  await page.getByRole('button', { name: 'Test', exact: true }).click();
  expect((await test).postDataJSON()).toMatchObject({ input_price: 1_500, output_price: 2.5 });
});

test('shows what each local model needs, downloads the chosen one with its progress, and tests a file', async () => {
  const account = await makeAdministrator();
  const page = await openAs(account);
  // Answered here, because the browser tests share one Lectern and saving would download a gigabyte.
  const headers = { authorization: `Bearer ${account.access}` };
  const read = await page.request.get('/api/admin/language-model/', { headers });
  let settings = languageModelSettings.parse(await read.json());
  let sent: unknown;
  await page.route('**/api/admin/language-model/', (route) => {
    if (route.request().method() === 'PUT') {
      sent = route.request().postDataJSON();
      const state = { status: 'downloading', percent: 41 } as const;
      settings = { ...settings, source: 'database', provider: 'local', model: SMALL, local_state: state };
    }
    return route.fulfill({ json: settings });
  });
  await page.goto('/admin/language-model');
  await page.getByRole('radio', { name: 'On this computer' }).check();
  const fields = page.getByRole('radiogroup', { name: 'Model' });
  await page.getByText(/of memory are free on this computer\.$/u).waitFor();
  await fields
    .getByText(/^Downloads 1\.\d\sGB and needs \S+\sGB of free memory\. .*Drafts easy and medium/u)
    .waitFor();
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await eventually(() => save.isDisabled()).toBe(true);
  await fields.getByRole('radio', { name: SMALL }).check();
  expect(await listViolationsInBothSchemes(page)).toEqual([]);
  await save.click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('No text leaves this installation.').waitFor();
  await dialog.getByLabel('Your password', { exact: true }).fill(account.password);
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('progressbar', { name: `Download of ${SMALL}` }).waitFor();
  expect(sent).toMatchObject({ provider: 'local', model: SMALL, uses_gpu: false });

  await fields.getByRole('radio', { name: 'Another file' }).check();
  await page.getByLabel('Full path of the .gguf file').fill('/nowhere/model.gguf');
  await page.getByRole('button', { name: 'Test' }).click();
  await page.getByText('The model on this computer did not start.').waitFor();
});
