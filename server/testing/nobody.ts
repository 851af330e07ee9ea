import { execFileSync } from 'node:child_process';

export const NOBODY = 65_534;
/** Precedes a command that an ordinary user runs. Only root can do so. */
export const AS_NOBODY = ['setpriv', `--reuid=${NOBODY}`, `--regid=${NOBODY}`, '--clear-groups'] as const;

/** Whether this process is root and an ordinary user can run this checkout; says so on stderr if only the checkout prevents it. */
export function canRunAsNobody(): boolean {
  if (process.geteuid?.() !== 0) return false;
  const [command, ...rest] = [...AS_NOBODY, process.execPath, '--check', import.meta.filename];
  try {
    execFileSync(command, rest, { stdio: 'ignore' });
    return true;
  } catch {
    process.stderr.write(
      'SKIPPED: the tests of running as an ordinary user. Check Lectern out into a folder that other users can open.\n',
    );
    return false;
  }
}
