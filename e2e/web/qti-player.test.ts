import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listStemParts } from '#contract/question-rules/stem-parts.ts';
import { ensureNpmPackages } from '#scripts/npm-packages.ts';
import { writeFeedback, writeGraderNotes } from '#server/features/quizzes/export/export-text.ts';
import { qti30 } from '#server/features/quizzes/export/packages/qti-package.ts';
import { EXPORTED_QUIZ, writeFile } from '#server/features/quizzes/export/testing/exported-quizzes.ts';
import { unzip } from '#server/features/quizzes/export/testing/unzip.ts';
import type { Browser, Page } from 'playwright-core';
import { launchChromium } from './chromium.ts';

/** The player takes a few milliseconds for a question, on a busy machine many times that. */
const LONGEST_MILLISECONDS = 10 * 60_000;
const ORIGIN = 'http://player.example';
const PAGE = '<!doctype html><script type="module" src="/player.js"></script><main></main>';

let browser: Browser | undefined;
let page: Page;

beforeAll(async () => {
  const packages = await ensureNpmPackages(join(import.meta.dirname, 'qti-player'));
  const player = await readFile(join(packages, '@citolab/qti-components/cdn/index.js'));
  browser = await launchChromium();
  page = await browser.newPage();
  await page.route('**/*', (route) => {
    const { pathname } = new URL(route.request().url());
    if (pathname === '/') return route.fulfill({ contentType: 'text/html', body: PAGE });
    return pathname === '/player.js'
      ? route.fulfill({ contentType: 'text/javascript', body: player })
      : route.abort();
  });
  await page.goto(`${ORIGIN}/`);
  await page.waitForFunction(() => customElements.get('qti-assessment-item') !== undefined);
}, LONGEST_MILLISECONDS);
afterAll(() => browser?.close());

interface Played {
  readonly stem: string[];
  readonly options: string[];
  readonly feedback: string | null;
  readonly isFeedbackShown: boolean;
  readonly notes: string | null;
  readonly hasTextField: boolean;
  readonly elements: string[];
  /** After each option alone was chosen. */
  readonly scores: string[];
}

/** Runs in the page: shows an item, reads what the player made of it, and answers it with each option. */
async function play(xml: string): Promise<Played> {
  interface Item extends HTMLElement {
    readonly updateComplete: Promise<unknown>;
    processResponse(): boolean;
    resetResponses(): void;
    getOutcome(name: string): { readonly value: unknown };
  }
  const linesOf = (element: Element): string => {
    const copy = element.cloneNode(true) as Element;
    for (const br of copy.querySelectorAll('br')) br.replaceWith('\n');
    return copy.textContent;
  };
  const host = document.createElement('qti-item');
  const container = document.createElement('item-container') as HTMLElement & { itemXML: string };
  container.itemXML = xml;
  host.append(container);
  const connected = new Promise<Item>((resolve) => {
    host.addEventListener('qti-assessment-item-connected', (event) =>
      resolve((event as CustomEvent<Item>).detail),
    );
  });
  document.querySelector('main')?.replaceChildren(host);
  const item = await connected;
  await item.updateComplete;
  const choices = [...item.querySelectorAll<HTMLElement>('qti-simple-choice')].sort((a, b) =>
    (a.getAttribute('identifier') ?? '').localeCompare(b.getAttribute('identifier') ?? ''),
  );
  const feedback = item.querySelector<HTMLElement & { showStatus: string }>('qti-modal-feedback');
  const notes = item.querySelector('qti-rubric-block');
  const read = {
    stem: [...item.querySelectorAll(':scope > qti-item-body > :is(p, pre)')].map(linesOf),
    options: choices.map((choice) => linesOf(choice)),
    feedback: feedback && linesOf(feedback),
    notes: notes && linesOf(notes),
    hasTextField: item.querySelector('qti-extended-text-interaction') !== null,
    elements: [...item.querySelectorAll('*')].map((element) => element.localName),
  };
  const scores: string[] = [];
  for (const choice of choices) {
    item.resetResponses();
    choice.click();
    item.processResponse();
    scores.push(String(item.getOutcome('SCORE').value));
  }
  if (choices.length === 0) item.processResponse();
  return { ...read, scores, isFeedbackShown: feedback?.showStatus === 'on' };
}

test(
  'a QTI 3 player shows 500 questions as they are and scores only the right answer as right',
  async () => {
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.dismiss();
    });
    const items = [...unzip(await writeFile(qti30))].filter(([name]) => name.startsWith('items/'));
    expect(items).toHaveLength(500);
    const elements = new Set<string>();
    for (const [place, [, xml]] of items.entries()) {
      const question = EXPORTED_QUIZ.questions[place] ?? expect.fail();
      const played = await page.evaluate(play, xml);
      expect(played.stem).toEqual(
        listStemParts(question.text).map((part) => (part.kind === 'code' ? part.code : part.text)),
      );
      expect(played.options).toEqual(question.options.map(({ text }) => text));
      expect(played.feedback ?? '').toBe(writeFeedback(question, EXPORTED_QUIZ));
      expect(played.notes ?? '').toBe(writeGraderNotes(question));
      expect(played.hasTextField).toBe(question.type === 'essay');
      expect(played.scores).toEqual(question.options.map((option) => (option.is_correct ? '1' : '0')));
      expect(played.isFeedbackShown).toBe(played.feedback !== null);
      for (const element of played.elements) elements.add(element);
    }
    expect([...elements].filter((name) => !name.startsWith('qti-')).sort()).toEqual([
      'br',
      'code',
      'p',
      'pre',
    ]);
    expect(dialogs).toEqual([]);
  },
  LONGEST_MILLISECONDS,
);
