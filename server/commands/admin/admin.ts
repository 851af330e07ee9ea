import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { runInContext } from '#server/platform/work-context.ts';
import { runCommand } from '../backup/command-line.ts';
import { accountCommands } from './account-commands.ts';
import type { AdminCommand, CommandArguments, CommandResult } from './admin-command.ts';
import { AdminError } from './admin-error.ts';
import { auditLogCommand } from './audit-log-command.ts';
import { operationsCommands } from './operations-commands.ts';
import { registrationCommands } from './registration-commands.ts';
import { rotateSecretCommand } from './rotate-secret.ts';

/** `npm run admin -- COMMAND`: everything an administrator can do, from the machine that Lectern runs on. */
const COMMANDS: Readonly<Record<string, AdminCommand>> = {
  ...accountCommands,
  ...registrationCommands,
  ...operationsCommands,
  'audit-log': auditLogCommand,
  'rotate-secret': rotateSecretCommand,
};

await runCommand(async (signal) => {
  const [name = 'help', ...rest] = process.argv.slice(2);
  if (name === 'help' || name === '--help') {
    process.stdout.write(describeCommands());
    return;
  }
  const command = COMMANDS[name];
  if (command === undefined) throw new AdminError(`There is no command ${name}.\n\n${describeCommands()}`);
  const given = readArguments(command, rest);
  const isJson = given.values['json'] === true;
  await runInContext({ origin: { kind: 'command_line' } }, () =>
    command.run(given, (result) => print(result, isJson), signal),
  );
});

async function print({ value, text }: CommandResult, isJson: boolean): Promise<void> {
  if (isJson && value !== undefined) process.stdout.write(`${JSON.stringify(value, null, 2)}\n`);
  else if (typeof text === 'string') process.stdout.write(`${text.trimEnd()}\n`);
  else await pipeline(Readable.from(text), process.stdout, { end: false });
}

function readArguments(command: AdminCommand, rest: string[]): CommandArguments {
  const wrong = (cause?: unknown): AdminError =>
    new AdminError(`Use: npm run admin -- ${command.usage} [--json]`, { cause });
  let parsed;
  try {
    parsed = parseArgs({
      args: rest,
      allowPositionals: true,
      options: { ...command.options, json: { type: 'boolean' } },
    });
  } catch (error) {
    throw wrong(error);
  }
  if (parsed.positionals.length !== (command.positionals ?? 0)) throw wrong();
  return { positionals: parsed.positionals, values: parsed.values };
}

function describeCommands(): string {
  const lines = Object.values(COMMANDS).map(({ usage, summary }) => `  ${usage}\n      ${summary}\n`);
  return `npm run admin -- COMMAND [--json]\n\n${lines.join('')}`;
}
