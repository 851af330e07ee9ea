import { test } from 'vitest';
import { openSignedIn } from './browser-test.ts';
import { call, makeCourse, makeUnreadLesson, RIVER_TEXT } from './calls-over-http.ts';
import { eventually } from './eventually.ts';
import { readLessonText } from './make-lessons.ts';

const toVtt = (text: string): string => {
  const cues = (text.match(/[^.]+\./gu) ?? []).slice(0, 40).map((sentence, index) => {
    const [minute, second] = [Math.floor(index / 6), (index % 6) * 10].map((part) =>
      String(part).padStart(2, '0'),
    );
    return `${minute}:${second}.000 --> ${minute}:${second}.900\n${sentence.trim().replaceAll(/\s+/gu, ' ')}\n`;
  });
  return `WEBVTT\n\n${cues.join('\n')}`;
};

test('changed evidence leads to its place in the lesson', async () => {
  const { page, account } = await openSignedIn();
  const { id: courseId } = await makeCourse(account, 'History');
  const { id } = await makeUnreadLesson(account, courseId, 'A talk', 'https://example.org/talk.mp4');
  const path = `/api/lessons/${id}/transcript/`;
  await call(account, 'PUT', path, { text: toVtt(await readLessonText('history')) });
  await call(account, 'POST', '/api/summarize-video/', { lesson_id: id });
  await call(account, 'PUT', path, { text: toVtt(RIVER_TEXT) });
  await page.goto(`/lessons/${id}`);
  await page.getByRole('button', { name: 'Review' }).click();
  const dialog = page.getByRole('dialog', { name: 'Changed evidence' });
  await dialog
    .getByRole('link', { name: /^Evidence: /u })
    .first()
    .click();
  await dialog.waitFor({ state: 'detached' });
  await eventually(() => new URL(page.url()).searchParams.has('quote')).toBe(true);
});
