import { parseArgs } from 'node:util';
import type { Course } from '#contract/courses.ts';
import { ConfigError, readConfig, type Config } from '#server/config.ts';
import { loadDemoAccount, signIn, type DemoAccount } from './demo-account.ts';
import { DEMO_COURSE, DEMO_LESSONS } from './demo-course.ts';
import { LecternClient, LecternRefusedError } from './lectern-client.ts';
import {
  LecternNotStartedError,
  originOfLectern,
  startLectern,
  type RunningLectern,
} from './lectern-process.ts';
import { processLesson } from './process-lesson.ts';
import { showLesson } from './show-lesson.ts';
import { Terminal } from './terminal.ts';
import { waitUntilReady } from './wait-until-ready.ts';
import { formatDuration } from './wrap-text.ts';

const USAGE = `npm run demo [-- --exit] [-- --fresh]

Starts Lectern (or uses the one that runs on the same data directory), and has it
work on a course of three lessons while you watch.

  --exit    end when everything has been shown, instead of running until Ctrl-C
  --fresh   delete the demonstration course of an earlier run first
  --help    this text

DATA_DIR, PORT, HOST, DATABASE_URL and the other settings of Lectern apply; see docs/configuration.md.
`;

interface Options {
  readonly exit: boolean;
  readonly fresh: boolean;
}

async function main(config: Config, options: Options): Promise<void> {
  const terminal = new Terminal(process.stdout, { isColoured: (process.env['NO_COLOR'] ?? '') === '' });
  const stopping = new AbortController();
  const stopped = new Promise<void>((resolve) => {
    stopping.signal.addEventListener('abort', () => resolve(), { once: true });
  });
  let lectern: RunningLectern | undefined;
  const interrupt = () => {
    if (stopping.signal.aborted) void lectern?.stop();
    stopping.abort();
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  // The reader of our output went away, as in `npm run demo | head`.
  process.stdout.on('error', interrupt);

  const origin = originOfLectern(config);
  terminal.title('Lectern · demonstration');
  try {
    lectern = await terminal.step(
      'Starting Lectern',
      () => startLectern(config),
      ({ isOurs }) =>
        isOurs ? 'Started the database, the api and a worker' : 'Found a Lectern that runs already',
    );
    await Promise.race([
      demonstrate(terminal, config, options, { origin, signal: stopping.signal, isOurs: lectern.isOurs }),
      stopped,
      lectern.ended.then(() => {
        if (stopping.signal.aborted) return;
        throw new LecternNotStartedError(`Lectern ended unexpectedly. Its log is ${lectern?.logFile ?? ''}.`);
      }),
    ]);
    if (lectern.isOurs && !options.exit && !stopping.signal.aborted) {
      terminal.line();
      terminal.paragraph('Lectern keeps running. Press Ctrl-C to stop it; everything stays saved.');
      await Promise.race([stopped, lectern.ended]);
    }
  } catch (error) {
    if (!stopping.signal.aborted) {
      if (lectern?.isOurs === true) terminal.paragraph(`Lectern's log is ${lectern.logFile}`);
      throw error;
    }
  } finally {
    stopping.abort();
    if (lectern?.isOurs === true) {
      terminal.line();
      const running = lectern;
      await terminal.step(
        'Stopping Lectern',
        () => running.stop(),
        () => 'Stopped. Everything is saved',
      );
    }
  }
}

async function demonstrate(
  terminal: Terminal,
  config: Config,
  options: Options,
  {
    origin,
    signal,
    isOurs,
  }: { readonly origin: string; readonly signal: AbortSignal; readonly isOurs: boolean },
): Promise<void> {
  const started = performance.now();
  const client = new LecternClient(origin, signal);
  if (!isOurs && (await client.findHealth()) === undefined) {
    throw new LecternNotStartedError(
      `The Lectern on ${config.dataDirectory} does not answer at ${origin}. Set HOST and PORT to those it was started with.`,
    );
  }
  await terminal.step(
    'Models',
    (step) => waitUntilReady(client, step, signal),
    () => 'The models are ready',
  );
  const account = await loadDemoAccount(config.dataDirectory);
  await terminal.step(
    'Signing in',
    () => signIn(client, account),
    (isNew) => (isNew ? `Created the account ${account.email}` : `Signed in as ${account.email}`),
  );
  const course = await findOrCreateCourse(terminal, client, options);
  const existing = await client.listLessons(course.id);
  const context = { client, terminal, signal, courseId: course.id };
  for (const [index, wanted] of DEMO_LESSONS.entries()) {
    terminal.title(`Lesson ${index + 1} · ${wanted.title}`);
    terminal.line(`  ${terminal.style('dim', wanted.what)}`);
    const found = existing.find((lesson) => lesson.title === wanted.title);
    const { lesson, quiz } = await processLesson(context, wanted, found);
    showLesson(terminal, lesson, quiz);
  }
  sayWhereToGo(terminal, config.publicUrl ?? origin, account, (performance.now() - started) / 1000);
}

async function findOrCreateCourse(
  terminal: Terminal,
  client: LecternClient,
  options: Options,
): Promise<Course> {
  const courses = await client.listCourses();
  let found = courses.find((course) => course.title === DEMO_COURSE.title);
  if (found !== undefined && options.fresh) {
    const { id } = found;
    await terminal.step('Deleting the course of an earlier run', () => client.deleteCourse(id));
    found = undefined;
  }
  const course = found;
  return terminal.step(
    'Creating the course',
    () => course ?? client.createCourse(DEMO_COURSE),
    ({ title, outcomes }) =>
      `${course === undefined ? 'Created' : 'Found'} the course “${title}” with ${outcomes.length} outcomes`,
  );
}

function sayWhereToGo(terminal: Terminal, address: string, account: DemoAccount, seconds: number): void {
  terminal.title(`Done in ${formatDuration(seconds)}`);
  terminal.line(`  Open      ${terminal.style(['bold', 'blue'], `${address}/`)}`);
  terminal.line(`  Email    ${account.email}`);
  terminal.line(`  Password  ${account.password}`);
  terminal.paragraph(
    terminal.style('dim', `Made at random for this data directory and kept in ${account.passwordFile}`),
    '            ',
  );
}

try {
  const { values } = parseArgs({
    options: {
      exit: { type: 'boolean', default: false },
      fresh: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) process.stdout.write(USAGE);
  else await main(readConfig(), values);
} catch (error) {
  const isExplained =
    error instanceof ConfigError ||
    error instanceof LecternRefusedError ||
    error instanceof LecternNotStartedError;
  process.stderr.write(`\n${isExplained ? error.message : String((error as Error).stack)}\n`);
  process.exitCode = 1;
}
