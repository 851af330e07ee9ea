import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { runInContext } from '#server/platform/work-context.ts';
import { runCommand } from '../backup/command-line.ts';
import { accountCommands } from './account-commands.ts';
import type { CommandArguments, CommandResult } from './admin-command.ts';
import { AdminError } from './admin-error.ts';
import { auditLogCommand } from './audit-log-command.ts';
import { operationsCommands } from './operations-commands.ts';
import { registrationCommands } from './registration-commands.ts';
import { rotateSecret } from './rotate-secret.ts';
import { withLectern } from './with-lectern.ts';

/** `npm run admin -- COMMAND`: everything an administrator can do, from the machine that Lectern runs on. */
const COMMANDS = [...accountCommands, ...registrationCommands, ...operationsCommands, auditLogCommand];
const ROTATE_SECRET = {
  usage: 'rotate-secret',
  summary: 'Replace the root secret and end every session. Stop Lectern first.',
};

await runCommand(async (signal) => {
  const [name = 'help', ...rest] = process.argv.slice(2);
  if (name === 'help' || name === '--help') {
    process.stdout.write(describeCommands());
    return;
  }
  const command = COMMANDS.find(({ usage }) => usage.split(' ')[0] === name);
  if (command === undefined && name !== ROTATE_SECRET.usage)
    throw new AdminError(`There is no command ${name}.\n\n${describeCommands()}`);
  const given = readArguments(command ?? ROTATE_SECRET, rest);
  const isJson = given.values['json'] === true;
  await runInContext({ origin: { kind: 'command_line' } }, async () => {
    if (command === undefined) await print(await rotateSecret(signal), isJson);
    else
      await withLectern(signal, async (dependencies) =>
        print(await command.run(dependencies, given), isJson),
      );
  });
});

async function print({ value, text }: CommandResult, isJson: boolean): Promise<void> {
  if (isJson && value !== undefined) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  else if (typeof text === 'string') process.stdout.write(`${text.trimEnd()}\n`);
  else await pipeline(Readable.from(text), process.stdout, { end: false });
}

function readArguments({ usage }: { readonly usage: string }, rest: string[]): CommandArguments {
  const wrong = (cause?: unknown): AdminError =>
    new AdminError(`Use: npm run admin -- ${usage} [--json]`, { cause });
  const options = Object.fromEntries(
    [...`${usage} [--json]`.matchAll(/\[--([a-z]+)( [^\]]+)?\]/gu)].map(([, name = '', value]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const) },
    ]),
  );
  let parsed;
  try {
    parsed = parseArgs({ args: rest, allowPositionals: true, options });
  } catch (error) {
    throw wrong(error);
  }
  const names = usage
    .replace(/ \[.*$/u, '')
    .split(' ')
    .slice(1);
  if (parsed.positionals.length !== names.length) throw wrong();
  const [first = '', second = ''] = parsed.positionals;
  return { positionals: [first, second], values: parsed.values };
}

function describeCommands(): string {
  const lines = [...COMMANDS, ROTATE_SECRET].map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`);
  return `npm run admin -- COMMAND [--json]\n\n${lines.join('')}`;
}
