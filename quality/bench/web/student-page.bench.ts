/** The page on which students take a quiz: its code, and how soon it is painted over a slow line on a slow processor. */
import { joinedAttempt } from '#contract/attempts.ts';
import { registerClient } from '#e2e/api-client.ts';
import { shareTestQuiz } from '#e2e/share-test-quiz.ts';
import { launchChromium } from '#e2e/web/chromium.ts';
import { withLectern } from '../lectern.ts';
import { measureScreen } from './measure-screen.ts';

const GOALS = { limitKilobytes: 90, paintMilliseconds: 1_800 };
const QUESTIONS = 20;

await withLectern(async ({ origin }) => {
  const client = await registerClient(origin);
  const { code } = await shareTestQuiz(client, QUESTIONS, {});
  const joined = await client.call(joinedAttempt, `/api/q/${code}/join/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'A student' }),
  });
  const browser = await launchChromium();
  try {
    const url = `${origin}/q/${code}`;
    await measureScreen(browser, 'joining a quiz', url, GOALS);
    const storage = { [`lecternAttempt ${code}`]: joined.token };
    await measureScreen(browser, 'answering a quiz', url, { ...GOALS, storage });
  } finally {
    await browser.close();
  }
});
