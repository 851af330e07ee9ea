import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { ensurePythonPackages } from '#tools/checks/python-packages.ts';
import { startLectern } from '../lectern-process.ts';
import { IDENTITIES, makeIdentities, type Identity } from './identities.ts';
import { REQUIREMENTS } from './requirements.ts';
import { runSchemathesis, type FuzzRound } from './run-schemathesis.ts';

/**
 * `npm run test:fuzz -- [--requests N] [--identity anonymous|owner|api-key] [--seed N]`: Schemathesis over the whole
 * OpenAPI document of a separate Lectern, until N requests are sent. Ends with 1 when anything was found.
 */
const { values: given } = parseArgs({
  options: {
    requests: { type: 'string', default: '12000' },
    identity: { type: 'string', multiple: true, default: [...IDENTITIES] },
    seed: { type: 'string', default: '1' },
  },
});
const requestsWanted = wholeNumber('requests', given.requests);
const firstSeed = wholeNumber('seed', given.seed);
const identityNames = given.identity.map((name) => {
  const known = IDENTITIES.find((each) => each === name);
  if (known === undefined) throw new Error(`--identity is one of ${IDENTITIES.join(', ')}, not ${name}`);
  return known;
});

/** About what the phases need that do not depend on the number of cases. */
const REQUESTS_OF_COVERAGE = 2_000;
/** About what one case more for each operation adds. */
const REQUESTS_OF_CASE = 80;
const MAXIMUM_ROUNDS = 10;
const DIRECTORY = join(import.meta.dirname, '../../.cache/fuzz');

async function fuzz(): Promise<number> {
  const started = performance.now();
  const { python } = await ensurePythonPackages({ name: 'schemathesis', requirements: REQUIREMENTS });
  say(`Schemathesis is there after ${seconds(started)} s.`);
  await mkdir(DIRECTORY, { recursive: true });
  const dataDirectory = await mkdtemp(join(tmpdir(), 'lectern-fuzz-'));
  const lectern = await startLectern({
    dataDirectory,
    environment: { LOG_LEVEL: 'warn' },
  });
  try {
    const identities = (await makeIdentities(lectern.origin)).filter(({ name }) =>
      identityNames.includes(name),
    );
    say(`Lectern is ready, with ${identities.length} identities, after ${seconds(started)} s.`);
    const rounds = await Promise.all(
      identities.map((identity) =>
        fuzzAs(identity, { python, origin: lectern.origin, share: requestsWanted / identities.length }),
      ),
    );
    const health = await fetch(`${lectern.origin}/api/health/`);
    return tell(rounds.flat(), {
      logged: listErrors(lectern.output()),
      healthStatus: health.status,
      started,
    });
  } finally {
    await lectern.stop();
    await rm(dataDirectory, { recursive: true, force: true });
  }
}

/** Continues with a new seed until enough is sent. */
async function fuzzAs(
  identity: Identity,
  { python, origin, share }: { python: string; origin: string; share: number },
): Promise<FuzzRound[]> {
  const rounds: FuzzRound[] = [];
  for (let left = share; left > 0 && rounds.length < MAXIMUM_ROUNDS;) {
    const isFirst = rounds.length === 0;
    // What the coverage phase sends is always the same, so once is enough, and a short run does without.
    const hasCoverage = isFirst && share > REQUESTS_OF_COVERAGE;
    const casesPerOperation = (left - (hasCoverage ? REQUESTS_OF_COVERAGE : 0)) / REQUESTS_OF_CASE;
    const round = await runSchemathesis(identity, {
      python,
      origin,
      directory: DIRECTORY,
      seed: firstSeed + rounds.length,
      phases: ['examples', ...(hasCoverage ? ['coverage'] : []), 'fuzzing', 'stateful'],
      casesPerOperation: Math.max(2, Math.ceil(casesPerOperation)),
    });
    rounds.push(round);
    left -= round.requests;
    say(
      `${identity.name}, seed ${round.seed}: ${round.requests} requests, ${round.failures.length} failures.`,
    );
  }
  return rounds;
}

interface Aftermath {
  readonly logged: readonly string[];
  readonly healthStatus: number;
  readonly started: number;
}

function tell(rounds: readonly FuzzRound[], { logged, healthStatus, started }: Aftermath): number {
  const requests = sum(rounds.map((round) => round.requests));
  const statuses: Record<string, number> = {};
  for (const round of rounds) {
    for (const [status, count] of Object.entries(round.statuses)) {
      statuses[status] = (statuses[status] ?? 0) + count;
    }
  }
  const faults = rounds.flatMap((round) =>
    [...round.failures, ...round.errors, ...Object.keys(round.serverErrors)].map(
      (fault) => `${round.identity}, seed ${round.seed}: ${fault}\n    see ${relative('.', round.output)}`,
    ),
  );
  faults.push(...logged.map((line) => `logged: ${line.slice(0, 500)}`));
  if (healthStatus !== 200) faults.push(`/api/health/ answers ${healthStatus} in the end`);
  // No answer at all: Lectern was gone, or did not come to an end within the time limit.
  if ('none' in statuses) faults.push(`${statuses['none']} requests were not answered`);
  const operations = Math.max(0, ...rounds.map((round) => round.operations));
  const identities = new Set(rounds.map(({ identity }) => identity)).size;
  say(
    `${requests} requests to ${operations} operations as ${identities} identities in ${seconds(started)} s.`,
  );
  say(
    `Statuses: ${Object.entries(statuses)
      .map(([status, count]) => `${status} ${count}×`)
      .join(', ')}.`,
  );
  for (const fault of faults) say(`✘ ${fault}`);
  const serverErrors = sum(rounds.flatMap((round) => Object.values(round.serverErrors)));
  say(
    `${serverErrors} server errors, ${sum(rounds.map(({ failures }) => failures.length))} violations, ${faults.length} faults in all.`,
  );
  if (requests < requestsWanted) say(`✘ Only ${requests} of ${requestsWanted} requests were sent.`);
  return faults.length > 0 || requests < requestsWanted ? 1 : 0;
}

/** Lines of the log at level error and above. */
function listErrors(output: string): string[] {
  return output.split('\n').filter((line) => {
    const level = /^\{"level":(\d+)/u.exec(line)?.[1];
    return level !== undefined && Number(level) >= 50;
  });
}

function wholeNumber(name: string, text: string): number {
  if (!/^[1-9]\d{0,8}$/u.test(text)) throw new Error(`--${name} is a whole number from 1, not ${text}`);
  return Number(text);
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, number) => total + number, 0);
const seconds = (since: number): number => Math.round((performance.now() - since) / 1000);

process.exitCode = await fuzz();
