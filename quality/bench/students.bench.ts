/**
 * A class that starts a quiz within a minute, answers every question and submits, while a lecture is transcribed: latency,
 * errors, and lost answers counted on the students' side. Arguments: students (300), questions (20). With `--kill`, the api is
 * killed for nine seconds and the database once while they answer; errors are then expected, and each student's deadline is
 * compared with the outages.
 */
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { Agent } from 'undici';
import { registerClient } from '#e2e/api-client.ts';
import { until, type LecternProcess } from '#e2e/lectern-process.ts';
import { SeededChoice } from '#e2e/seeded-choice.ts';
import { shareTestQuiz } from '#e2e/share-test-quiz.ts';
import { SimulatedStudent } from '#e2e/simulated-student.ts';
import { getTestModels } from '#server/ai/testing/test-models.ts';
import { makeVideoFromAudio } from '#server/media/testing/make-video.ts';
import { withDirectory, withLectern } from './lectern.ts';
import { percentile, printResult } from './result.ts';
import { CallLog } from './users/call-log.ts';
import { MANY_USERS } from './users/simulate-users.ts';

const GOAL_MILLISECONDS = 200;
const START_MILLISECONDS = 60_000;
/** Between two answers; a class does not take longer because a bench would like it to. */
const PAUSE_MILLISECONDS = { least: 2_000, most: 6_000 };
/** The recognizer works at up to thirty times the speed of speech, next to a class. */
const VIDEO_SECONDS = 75 * 60;
const { values, positionals } = parseArgs({ options: { kill: { type: 'boolean' } }, allowPositionals: true });
const students = Number(positionals[0] ?? 300);
const questions = Number(positionals[1] ?? 20);
const isKilling = values.kill === true;
/** After the first student may join: some are still joining. */
const KILLS = [
  { part: 'api', afterMilliseconds: 45_000, keepMilliseconds: 9_000 },
  { part: 'database', afterMilliseconds: 75_000, keepMilliseconds: 0 },
] as const;

interface Outage {
  readonly startedAt: number;
  readonly seconds: number;
}

/** Kills the parts one after the other, and says how long no student could join. */
async function killParts(lectern: LecternProcess, code: string): Promise<Outage[]> {
  const outages: Outage[] = [];
  const began = performance.now();
  for (const { part, afterMilliseconds, keepMilliseconds } of KILLS) {
    await sleep(began + afterMilliseconds - performance.now());
    const startedAt = Date.now();
    const killedAt = performance.now();
    do {
      const victim = await lectern.findPart(part);
      if (victim !== undefined) process.kill(victim, 'SIGKILL');
      await sleep(20);
    } while (performance.now() - killedAt < keepMilliseconds);
    await until('a student can join', async () => {
      const response = await fetch(`${lectern.origin}/api/q/${code}/`).catch(() => undefined);
      return response?.ok;
    });
    outages.push({ startedAt, seconds: (performance.now() - killedAt) / 1_000 });
  }
  return outages;
}

await withDirectory(async (directory) => {
  const video = join(directory, 'lecture.mp4');
  const { recordings } = await getTestModels(undefined);
  await makeVideoFromAudio({
    audioPath: recordings.twoCities,
    outputPath: video,
    repeatSeconds: VIDEO_SECONDS,
  });
  await withLectern(async (lectern) => {
    const { origin } = lectern;
    const client = await registerClient(origin);
    const quiz = await shareTestQuiz(client, questions, { time_limit_minutes: 60 });
    const { id: course } = await client.createCourse('The one with the lecture');
    const file = await client.uploadVideo(video);
    const lesson = await client.createLesson({ title: 'A lecture', file, course });
    await client.transcribe(lesson.id);

    const log = new CallLog();
    log.open();
    const dispatcher = new Agent({ connections: students, keepAliveTimeout: 30_000 });
    const killing = isKilling ? killParts(lectern, quiz.code) : Promise.resolve([]);
    const results = await Promise.all(
      Array.from({ length: students }, async (_, place) => {
        const choice = new SeededChoice(place + 1);
        const student = new SimulatedStudent({
          origin,
          code: quiz.code,
          name: `Student ${place + 1}`,
          dispatcher,
          onCall: (name, milliseconds) => log.add(name, milliseconds),
          onFailure: (name, reason) => {
            log.fail(name, reason);
            return true;
          },
        });
        await sleep(choice.share() * START_MILLISECONDS);
        const attempt = await student.join();
        for (const { key, options } of attempt.questions) {
          const { least, most } = PAUSE_MILLISECONDS;
          await sleep(least + choice.share() * (most - least));
          await student.answer(key, choice.oneOf(options).id);
        }
        const { deadline_at: deadline } = await student.submit();
        const missing = await student.listLost();
        return {
          startedAt: Date.parse(attempt.started_at),
          addedSeconds: (Date.parse(deadline ?? '') - Date.parse(attempt.deadline_at ?? '')) / 1_000,
          lost: student.acknowledged.size === questions ? missing : [...missing, 'an answer was never given'],
        };
      }),
    );
    const { transcription_progress: progress } = await client.getLesson(lesson.id);
    const p95 = percentile(log.interactive(), 0.95);
    const lost = results.flatMap((result) => result.lost);
    console.log(log.describe());
    if (lost.length > 0) console.log(lost.slice(0, 20).join('\n'));
    const name = `${students} students answer ${questions} questions during a transcription (${progress === null ? 'which ended before' : `at ${progress} % at the end`})`;
    const figures = `p95 ${p95.toFixed(0)} ms, ${log.countCalls()} calls, ${log.countFailures()} errors, ${lost.length} lost answers`;
    if (isKilling) {
      const outages = await killing;
      const total = outages.reduce((sum, { seconds }) => sum + seconds, 0);
      const wrong = results.map(({ startedAt, addedSeconds }) => {
        const own = outages.filter((outage) => outage.startedAt > startedAt);
        return Math.abs(own.reduce((sum, { seconds }) => sum + seconds, 0) - addedSeconds);
      });
      printResult({
        name: `${name}, with kill -9 of api and database`,
        value: `${figures}; outages ${outages.map(({ seconds }) => seconds.toFixed(1)).join(' and ')} s, timers wrong by at most ${Math.max(...wrong).toFixed(1)} s`,
        goal: 'no acknowledged answer lost, no timer wrong by more than the outages',
        met: lost.length === 0 && Math.max(...wrong) <= total,
      });
    } else {
      printResult({
        name,
        value: figures,
        goal: `p95 under ${GOAL_MILLISECONDS} ms, no error, none lost`,
        met: p95 < GOAL_MILLISECONDS && log.countFailures() === 0 && lost.length === 0,
      });
    }
    await dispatcher.close();
  }, MANY_USERS);
});
