import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ConfinementMode } from './confinement-mode.ts';
import { createConfinement, type Confinement, type ConfinementMechanism } from './confinement.ts';

/** `CONFINEMENT=required`, and this machine can confine no native code. The message says why, and what to do. */
export class ConfinementUnavailableError extends Error {
  override readonly name = 'ConfinementUnavailableError';
}

export interface DetectedConfinement {
  readonly confinement: Confinement;
  /** Why each stronger one does not work here. */
  readonly faults: Partial<Record<ConfinementMechanism, string>>;
}

const probe = fileURLToPath(new URL('./confinement-probe.child.ts', import.meta.url));
const PROBE_MILLISECONDS = 20_000;

/**
 * Finds the strongest confinement that works on this machine by trying each once. Blocks the process for that, some 100 ms
 * each: it is called once, at the start.
 * @param options.hiddenPaths folders that no child may see, such as `DATA_DIR`.
 * @throws {ConfinementUnavailableError} when one is required that does not work.
 */
export function detectConfinement(options: {
  readonly mode: ConfinementMode;
  readonly hiddenPaths?: readonly string[];
}): DetectedConfinement {
  if (options.mode === 'off') return { confinement: createConfinement('none'), faults: {} };
  const faults: Partial<Record<ConfinementMechanism, string>> = {};
  for (const mechanism of ['bubblewrap', 'namespaces', 'permissions'] as const) {
    const confinement = createConfinement(mechanism, options);
    if (options.mode === 'required' && !confinement.holdsNativeCode) break;
    const fault = findFault(confinement);
    if (fault === undefined) return { confinement, faults };
    faults[mechanism] = fault;
  }
  const reasons = Object.entries(faults).map(([name, fault]) => `${name}: ${fault}`);
  // Node's permissions depend on nothing but Node.
  throw new ConfinementUnavailableError(
    `The processes that read uploads cannot be confined on this machine, and CONFINEMENT=required. Install bubblewrap, or allow user namespaces, or set CONFINEMENT=auto.\n${reasons.join('\n')}`,
  );
}

/** Why a confinement does not work on this machine; undefined when it does. */
export function findFault(confinement: Confinement): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'lectern-confinement-'));
  try {
    const [allowed, forbidden] = ['allowed', 'forbidden'].map((name) => join(folder, name));
    for (const path of [allowed, forbidden]) writeFileSync(path ?? '', 'something');
    const command = confinement.createCommand({
      module: probe,
      arguments: [allowed ?? '', forbidden ?? '', confinement.holdsNativeCode ? 'no-network' : ''],
      readablePaths: [allowed ?? ''],
    });
    const { error, status, signal, stderr } = spawnSync(command.file, command.arguments, {
      env: {},
      encoding: 'utf8',
      timeout: PROBE_MILLISECONDS,
      killSignal: 'SIGKILL',
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    if (status === 0) return undefined;
    if (error) return 'code' in error && error.code === 'ENOENT' ? 'not installed' : error.message;
    return stderr.trim().split('\n').at(-1) || `it ended with ${signal ?? `code ${status ?? -1}`}`;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
