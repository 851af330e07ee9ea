/**
 * Corrects 20 wrong words of a ten-minute lecture with the keyboard alone, as a person would who knows what was said: F8 to the
 * words that are marked, and find and replace for the others. Prints the time, the keystrokes and how the words were found.
 *   npm run bench -- correction
 * The pace of a person: 180 ms a key, 2 s to hear the word and decide, 3 s to notice a word that is not marked and open the search.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { editableTranscript } from '#contract/transcript-editing/edits.ts';
import {
  DOUBTFUL_PERCENT,
  timeWords,
  type Cue,
  type CueWord,
} from '#contract/transcript-editing/words-of-cue.ts';
import { registerClient } from '#e2e/api-client.ts';
import { launchChromium } from '#e2e/web/chromium.ts';
import { modelPaths } from '#server/ai/model-files/model-catalogue.ts';
import { encodeWav } from '#server/ai/openai-compatible/encode-wav.ts';
import { normalizeWords } from '#server/ai/testing/word-error-rate.ts';
import { readConfig } from '#server/config.ts';
import { joinSamples, makeVideoFromAudio, readAllSamples } from '#server/media/testing/make-video.ts';
import { paths } from '#web/ui/paths.ts';
import { alignWords } from '../../evaluation/sound/align-words.ts';
import { makePinkNoise } from '../../evaluation/sound/make-sounds.ts';
import { readBundledSpeech } from '../../evaluation/sound/read-speech.ts';
import { addNoise } from '../../evaluation/sound/spoil-recording.ts';
import { withDirectory, withLectern } from '../lectern.ts';
import { printResult } from '../result.ts';
import { storageOf } from './storage-of.ts';

const WRONG_WORDS = 20;
const GOAL_SECONDS = 300;
const KEY_MILLISECONDS = 180;
const HEAR_MILLISECONDS = 2_000;
const NOTICE_MILLISECONDS = 3_000;
const NOISE_DECIBELS = 10;
const SAMPLE_RATE = 16_000;
const DEMO = join(import.meta.dirname, '../../../server/commands/demo/lessons');

/** Ten minutes of speech in noise, and what is said. */
async function makeLecture(directory: string): Promise<{ path: string; reference: string; seconds: number }> {
  const bundled = await readBundledSpeech(modelPaths(readConfig().modelsDirectory).recordings);
  const samples = await readAllSamples(join(DEMO, 'what-inflation-is.opus'));
  const reference = await readFile(join(DEMO, 'what-inflation-is.txt'), 'utf8');
  const speech = joinSamples([samples, bundled.all.samples, samples, bundled.all.samples]);
  const seconds = speech.length / SAMPLE_RATE;
  const audioPath = join(directory, 'lecture.wav');
  await writeFile(audioPath, encodeWav(addNoise(speech, makePinkNoise(seconds, 1), NOISE_DECIBELS)));
  const path = join(directory, 'lecture.mp4');
  await makeVideoFromAudio({ audioPath, outputPath: path });
  return {
    path,
    reference: [reference, bundled.all.reference, reference, bundled.all.reference].join(' '),
    seconds,
  };
}

interface WrongWord {
  readonly cue: number;
  readonly word: CueWord;
  readonly right: string;
}

/** Words that were heard as one other word. */
function listWrong(cues: readonly Cue[], reference: string): WrongWord[] {
  const heard = cues.flatMap((cue, index) =>
    timeWords(cue).flatMap((word) => normalizeWords(word.text).map((text) => ({ text, word, cue: index }))),
  );
  const said = alignWords(
    normalizeWords(reference),
    heard.map(({ text }) => text),
  );
  return heard.flatMap(({ text, word, cue }, index) => {
    const right = said[index];
    return right === undefined || right === text || normalizeWords(word.text).length > 1
      ? []
      : [{ cue, word, right }];
  });
}

/** Presses keys as a person does, and counts them. */
class Typist {
  readonly #page: Page;
  keystrokes = 0;

  constructor(page: Page) {
    this.#page = page;
  }

  async press(key: string): Promise<void> {
    this.keystrokes += 1;
    await this.#page.keyboard.press(key);
    await sleep(KEY_MILLISECONDS);
  }

  async type(text: string): Promise<void> {
    for (const character of text) {
      this.keystrokes += 1;
      await this.#page.keyboard.type(character);
      await sleep(KEY_MILLISECONDS);
    }
  }
}

/** Where the caret is: the text of the open line and what is selected in it. */
const readField = (page: Page) =>
  page.evaluate(() => {
    const field = document.activeElement;
    if (!(field instanceof HTMLTextAreaElement)) return undefined;
    const { value, selectionStart, selectionEnd } = field;
    return { text: value, selected: value.slice(selectionStart, selectionEnd), start: selectionStart };
  });

/** As the wrong word was written: with its capital and its punctuation. */
function write(wrong: string, right: string): string {
  const [, before = '', body = '', after = ''] = /^([^\p{L}\p{N}]*)(.*?)([^\p{L}\p{N}]*)$/u.exec(wrong) ?? [];
  const isCapital = /^\p{Lu}/u.test(body);
  return before + (isCapital ? right.charAt(0).toUpperCase() + right.slice(1) : right) + after;
}

async function correct(
  page: Page,
  all: readonly WrongWord[],
  cues: readonly Cue[],
): Promise<{ seconds: number; keystrokes: number; byKey: number; bySearch: number; looked: number }> {
  const typist = new Typist(page);
  const chosen = all.slice(0, WRONG_WORDS);
  const open = [...chosen];
  const started = performance.now();
  let [byKey, bySearch, looked] = [0, 0, 0];
  // The first line takes the focus as any list does: from the heading on, with Tab and Enter.
  await page.locator('[data-line="0"]').focus();
  await typist.press('Enter');
  const last = Math.max(...chosen.filter(({ word }) => word.isDoubtful).map(({ cue }) => cue), -1);
  for (;;) {
    const before = await readField(page);
    await typist.press('F8');
    await sleep(HEAR_MILLISECONDS);
    const field = await readField(page);
    if (field === undefined || (before?.text === field.text && before.start === field.start)) break;
    const wrong =
      open.find(({ cue, word }) => cues[cue]?.text === field.text && word.text === field.selected) ??
      open.find(
        ({ word }) =>
          word.text === field.selected &&
          field.text.includes(
            cues[all.find((each) => each.word === word)?.cue ?? -1]?.text.slice(0, 12) ?? '\u0000',
          ),
      );
    if (wrong === undefined) {
      looked += 1;
      const cueIndex = cues.findIndex(({ text }) => text === field.text);
      if (cueIndex > last) break;
      continue;
    }
    await typist.type(write(field.selected, wrong.right));
    open.splice(open.indexOf(wrong), 1);
    byKey += 1;
  }
  for (const { cue, word, right } of open) {
    await sleep(NOTICE_MILLISECONDS);
    await typist.press('Control+h');
    await page.getByRole('textbox', { name: 'Find', exact: true }).waitFor();
    // With a neighbouring word, so that it is found in this line alone.
    const words = timeWords(cues[cue] ?? { start_second: 0, end_second: 0, text: '' });
    const at = words.findIndex(({ start }) => start === word.start);
    const neighbour = words[at + 1]?.text ?? '';
    const find = `${word.text} ${neighbour}`.trim();
    await typist.type(find);
    await typist.press('Tab');
    await typist.type(`${write(word.text, right)} ${neighbour}`.trim());
    await typist.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    bySearch += 1;
  }
  await page.getByText('All changes saved', { exact: true }).waitFor();
  return {
    seconds: (performance.now() - started) / 1000,
    keystrokes: typist.keystrokes,
    byKey,
    bySearch,
    looked,
  };
}

await withDirectory((directory) =>
  withLectern(async (lectern) => {
    const lecture = await makeLecture(directory);
    const client = await registerClient(lectern.origin);
    const { id: course } = await client.createCourse('Lectures');
    const file = await client.uploadVideo(lecture.path);
    const { id } = await client.createLesson({ title: 'A lecture in noise', file, course });
    await client.transcribe(id);
    for (
      let lesson = await client.getLesson(id);
      lesson.audio_transcript === '';
      lesson = await client.getLesson(id)
    ) {
      if (lesson.transcription_error !== null) throw new Error(lesson.transcription_error);
      await sleep(1_000);
    }
    const read = () => client.call(editableTranscript, `/api/lessons/${id}/transcript/`);
    const { cues } = await read();
    const wrong = listWrong(cues, lecture.reference);
    if (wrong.length < WRONG_WORDS) throw new Error(`Only ${wrong.length} words are wrong.`);
    const marked = wrong.slice(0, WRONG_WORDS).filter(({ word }) => word.isDoubtful).length;
    console.log(
      `${(lecture.seconds / 60).toFixed(1)} minutes, ${cues.length} lines, ${wrong.length} wrong words; ` +
        `of the first ${WRONG_WORDS}, ${marked} are marked (below ${DOUBTFUL_PERCENT} %)`,
    );
    const storage = await storageOf(client);
    const browser = await launchChromium();
    try {
      const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
      await page.addInitScript((entries: Record<string, string>) => {
        for (const [name, value] of Object.entries(entries)) localStorage.setItem(name, value);
      }, storage);
      await page.goto(lectern.origin + paths.transcript(id));
      await page.locator('[data-line="0"]').waitFor();
      await page.locator('video').waitFor();
      const done = await correct(page, wrong, cues);
      const left = listWrong((await read()).cues, lecture.reference).length;
      console.log(
        `${done.byKey} words by F8 (${done.looked} further marked words were right or not among the ${WRONG_WORDS}), ` +
          `${done.bySearch} by find and replace; wrong words before ${wrong.length}, after ${left}`,
      );
      printResult({
        name: `correcting ${WRONG_WORDS} wrong words of a ten-minute lecture with the keyboard (${done.keystrokes} keystrokes)`,
        value: `${done.seconds.toFixed(0)} s`,
        goal: `at most ${GOAL_SECONDS} s`,
        met: done.seconds <= GOAL_SECONDS && left <= wrong.length - WRONG_WORDS,
      });
    } finally {
      await browser.close();
    }
  }),
);
