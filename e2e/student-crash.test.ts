import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { registerClient } from './api-client.ts';
import { findFreePort, startLectern, until } from './lectern-process.ts';
import { SeededChoice } from './seeded-choice.ts';
import { shareTestQuiz } from './share-test-quiz.ts';
import { SimulatedStudent } from './simulated-student.ts';

const STUDENTS = 12;
const QUESTIONS = 20;
/** Longer than `OUTAGE_SECONDS`, below which attempts keep their deadline. */
const LONG_OUTAGE_MILLISECONDS = 9_000;
/** A heartbeat is at most 2 s old when the outage begins and comes at most 2 s after the end; 1 s for rounding. */
const TOLERANCE_SECONDS = 5;

test.each([
  ['the API for nine seconds', 'api', LONG_OUTAGE_MILLISECONDS],
  ['the API once', 'api', 0],
  ['the database once', 'database', 0],
] as const)(
  'killing %s while a class answers loses no acknowledged answer and no time',
  async (_, part, keepMilliseconds) => {
    const directory = await mkdtemp(join(tmpdir(), 'lectern-students-'));
    const lectern = await startLectern({ dataDirectory: directory, port: await findFreePort() });
    onTestFinished(async () => {
      await lectern.stop();
      await rm(directory, { recursive: true, force: true });
    });
    const client = await registerClient(lectern.origin);
    const quiz = await shareTestQuiz(client, QUESTIONS, { time_limit_minutes: 30, feedback_content: 'none' });
    const failures: number[] = [];
    const students = Array.from(
      { length: STUDENTS },
      (_, place) =>
        new SimulatedStudent({
          origin: lectern.origin,
          code: quiz.code,
          name: `Student ${place}`,
          // As the student page does, which keeps the answer and repeats the call.
          onFailure: (_name, reason) => {
            failures.push(performance.now());
            return !/^Error: 4\d\d/u.test(reason);
          },
        }),
    );
    const attempts = await Promise.all(students.map((student) => student.join()));
    // So that a heartbeat follows the last attempt.
    await sleep(2_500);

    let isOver = false;
    const answering = students.map(async (student, place) => {
      const choice = new SeededChoice(place);
      const keys = attempts[place]?.questions.map(({ key }) => key) ?? [];
      while (!isOver) {
        await student.answer(choice.oneOf(keys), Math.floor(choice.share() * 4));
        await sleep(20);
      }
    });
    await sleep(1_000);
    const before = students.reduce((sum, { acknowledged }) => sum + acknowledged.size, 0);
    expect(before).toBeGreaterThan(STUDENTS);
    const killedAt = performance.now();
    do {
      const victim = await lectern.findPart(part);
      if (victim !== undefined) process.kill(victim, 'SIGKILL');
      await sleep(20);
    } while (performance.now() - killedAt < keepMilliseconds);
    await until('a student can join', async () => {
      const response = await fetch(`${lectern.origin}/api/q/${quiz.code}/`).catch(() => undefined);
      return response?.ok;
    });
    const outageSeconds = (performance.now() - killedAt) / 1_000;
    await sleep(3_000);
    isOver = true;
    await Promise.all(answering);

    expect(failures.length).toBeGreaterThan(0);
    expect((await Promise.all(students.map((student) => student.listLost()))).flat()).toEqual([]);
    for (const [place, student] of students.entries()) {
      const { deadline_at: deadline } = await student.submit();
      const addedSeconds =
        (Date.parse(deadline ?? '') - Date.parse(attempts[place]?.deadline_at ?? '')) / 1_000;
      // Attempts keep their deadline in a short outage, which is then all that anyone loses.
      const lostSeconds = outageSeconds - addedSeconds;
      expect(lostSeconds).toBeLessThan(keepMilliseconds > 0 ? TOLERANCE_SECONDS : outageSeconds + 0.001);
      expect(lostSeconds).toBeGreaterThan(-TOLERANCE_SECONDS);
    }
  },
);
