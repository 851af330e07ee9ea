import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { createMoonshineSpeechToText } from '#server/ai/moonshine/moonshine-speech-to-text.ts';
import { createSileroSpeechDetector } from '#server/ai/speech-detection/speech-detector.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { wordErrorRate } from '#server/ai/testing/word-error-rate.ts';
import { transcribeMedia } from '#server/media/transcribe-media.ts';
import { DEMO_LESSONS } from './demo-course.ts';

const TERMS = [
  'Inflation is',
  'purchasing power of money is',
  'Deflation is',
  'Disinflation is',
  'Hyperinflation is',
  'market basket is',
  'consumer price index is',
  'inflation rate is',
  'Core inflation is',
  'Demand pull inflation is',
  'wage price spiral is',
  'nominal income is',
  'real income is',
  'central bank is',
  'Monetary policy is',
  'policy rate is',
];

test('Lectern recognizes the words of the lecture video, its terms among them', async () => {
  const lesson = DEMO_LESSONS.find((each) => each.kind === 'video')!;
  const models = await getTestModels(process.env['LECTERN_TEST_MODELS_DIR']);
  const speechToText = createMoonshineSpeechToText({ files: models.moonshine, processes: 1 });
  const speechDetector = createSileroSpeechDetector({ modelPath: models.sileroPath });
  try {
    const { cues, durationSeconds } = await transcribeMedia({
      path: lesson.path,
      speechToText,
      speechDetector,
    });
    expect(durationSeconds).toBeGreaterThan(4 * 60);
    expect(durationSeconds).toBeLessThan(5 * 60);
    const heard = cues.map((cue) => cue.text).join(' ');
    expect(wordErrorRate(await readFile(lesson.scriptPath, 'utf8'), heard)).toBeLessThanOrEqual(0.05);
    for (const term of TERMS) expect(heard).toContain(term);
  } finally {
    await speechToText.close();
    await speechDetector.close();
  }
}, 180_000);
