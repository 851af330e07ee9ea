import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { runInContext } from '#server/platform/work-context.ts';
import { runCommand, commandLog } from '../backup/command-line.ts';
import { accountCommands } from './account-commands.ts';
import type { CommandArguments, CommandResult, AdminCommand } from './admin-command.ts';
import { AdminError } from './admin-error.ts';
import { checkInstallation } from './check-installation.ts';
import { operationsCommands } from './operations-commands.ts';
import { registrationCommands } from './registration-commands.ts';
import { rotateSecret } from './rotate-secret.ts';
import { AUDIT_ACTIONS, type AuditAction } from '#contract/audit-log.ts';
import { exportAuditLog } from '#server/features/audit/read-audit-log.ts';
import { recordAudit } from '#server/features/audit/record-audit.ts';
import { pino } from 'pino';
import { readConfig } from '#server/config.ts';
import { openApiDependencies } from '#server/open-dependencies.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { openExisting } from '../backup/open-installation.ts';

/**
 * Opens the Lectern that the settings name, whether it is running or not, while `use` runs.
 * @throws {BackupError} when there is none; as {@link checkInstallation}.
 */
async function withLectern(
  signal: AbortSignal,
  use: (dependencies: Dependencies) => Promise<void>,
): Promise<void> {
  const config = readConfig();
  const installation = await openExisting({ config, log: commandLog, signal });
  try {
    const { databaseUrl } = installation;
    await checkInstallation(installation);
    const opened = await openApiDependencies({ config, databaseUrl, log: pino({ level: 'silent' }) });
    try {
      await use(opened.dependencies);
    } finally {
      await opened.close();
    }
  } finally {
    await installation.close();
  }
}

const auditLogCommand: AdminCommand = {
  usage: 'audit-log [--since DATE] [--until DATE] [--action ACTION] [--account ACCOUNT] [--format csv|jsonl]',
  summary:
    'Print the audit log, oldest entries first. Dates such as 2026-11-01, UTC; --until is exclusive. ' +
    'ACCOUNT: by or about it, its number or email address.',
  prepare: ({ values }) => {
    const filter = {
      ...timeOption(values, 'since'),
      ...timeOption(values, 'until'),
      ...actionOption(values['action']),
      ...accountOption(values['account']),
    };
    const format = values['json'] === true ? 'jsonl' : (values['format'] ?? 'csv');
    if (format !== 'csv' && format !== 'jsonl') throw new AdminError('--format is csv or jsonl.');
    return async (dependencies) => {
      await recordAudit(dependencies.database, 'audit_log_exported', { details: { format } });
      return { text: exportAuditLog(dependencies, filter, format) };
    };
  },
};

function actionOption(value: CommandArguments['values'][string]): { action?: AuditAction } {
  if (value === undefined) return {};
  const action = AUDIT_ACTIONS.find((each) => each === value);
  if (action === undefined) throw new AdminError(`--action is one of ${AUDIT_ACTIONS.join(', ')}.`);
  return { action };
}

function accountOption(value: CommandArguments['values'][string]): { accountId?: number; email?: string } {
  if (typeof value !== 'string') return {};
  return /^\d{1,9}$/.test(value) ? { accountId: Number(value) } : { email: value.toLowerCase() };
}

function timeOption<Name extends 'since' | 'until'>(
  values: CommandArguments['values'],
  name: Name,
): Partial<Record<Name, Date>> {
  const value = values[name];
  if (typeof value !== 'string') return {};
  const time = new Date(value);
  if (Number.isNaN(time.getTime())) {
    throw new AdminError(`--${name} must be a date such as 2026-11-01 or 2026-11-01T08:00:00Z.`);
  }
  return { [name]: time } as Record<Name, Date>;
}

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
  const run = command?.prepare(given);
  const isJson = given.values['json'] === true;
  await runInContext({ origin: { kind: 'command_line' } }, async () => {
    if (run === undefined) await print(await rotateSecret(signal), isJson);
    else await withLectern(signal, async (dependencies) => print(await run(dependencies), isJson));
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
