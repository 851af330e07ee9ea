import { existsSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { bubblewrapArguments } from './bubblewrap.ts';
import { isWithin } from './is-within.ts';
import { namespaceArguments } from './namespaces.ts';

/**
 * What keeps a child process from the network and from files, the strongest first. `permissions` is Node's own permission
 * model: it holds JavaScript and WebAssembly, while native code such as FFmpeg's calls the system past it.
 */
export const CONFINEMENT_MECHANISMS = ['bubblewrap', 'namespaces', 'permissions', 'none'] as const;
export type ConfinementMechanism = (typeof CONFINEMENT_MECHANISMS)[number];

/** A module of Lectern's that reads what strangers made. */
export interface ConfinedProgram {
  readonly module: string;
  readonly arguments?: readonly string[];
  readonly nodeArguments?: readonly string[];
  /** Files and folders that it may read besides Lectern's code. It may write nothing. */
  readonly readablePaths: readonly string[];
  /** It loads a native library. */
  readonly usesNativeCode?: boolean;
  /** It starts threads. */
  readonly usesThreads?: boolean;
}

/** How a program is started. */
export interface ConfinedCommand {
  readonly file: string;
  readonly arguments: readonly string[];
  /**
   * Whether it needs a process group of its own: a Ctrl-C at the terminal reaches all of ours, and would end the program
   * around the child, which itself ignores it.
   */
  readonly isDetached: boolean;
}

export interface Confinement {
  readonly mechanism: ConfinementMechanism;
  /** Whether native code, too, has no network and sees only the files that it was given. */
  readonly holdsNativeCode: boolean;
  createCommand(program: ConfinedProgram): ConfinedCommand;
}

const root = resolve(import.meta.dirname, '../..');
const LECTERN_PATHS = ['server', 'contract', 'items', 'node_modules', 'package.json'].map((name) =>
  join(root, name),
);
/** What programs need of a Linux system to start. The package stores of NixOS and Guix hold their libraries. */
const SYSTEM_PATHS = [
  ...['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc/ld.so.cache', '/etc/ld.so.conf'],
  ...['/nix/store', '/gnu/store', '/proc/cpuinfo', '/sys/devices/system/cpu'],
];

/** A path, and where it really is when something on the way is a link. */
function withRealPath(path: string): string[] {
  const real = realpathSync(path);
  return real === path ? [path] : [path, real];
}

const listCode = (): string[] => [
  ...new Set([...LECTERN_PATHS, process.execPath].filter((path) => existsSync(path)).flatMap(withRealPath)),
];

/** Those that are not within another one. */
const outermost = (paths: readonly string[]): string[] =>
  paths.filter((path) => !paths.some((other) => other !== path && isWithin(path, other)));

/** Node's flags that take all permissions away but those the program names. */
function permissionArguments(program: ConfinedProgram): string[] {
  const paths = [...listCode(), ...program.readablePaths];
  return [
    '--permission',
    ...paths.map((path) => `--allow-fs-read=${path}`),
    ...(program.usesNativeCode ? ['--allow-addons'] : []),
    ...(program.usesThreads ? ['--allow-worker'] : []),
    '--no-warnings',
  ];
}

/**
 * Makes the confinement of one kind. Whether it works on this machine is for {@link detectConfinement} to try.
 * @param options.hiddenPaths folders that no child may see, such as `DATA_DIR`, wherever they are.
 */
export function createConfinement(
  mechanism: ConfinementMechanism,
  options: { readonly hiddenPaths?: readonly string[] } = {},
): Confinement {
  const wrap = { bubblewrap: bubblewrapArguments, namespaces: namespaceArguments };
  return {
    mechanism,
    holdsNativeCode: mechanism === 'bubblewrap' || mechanism === 'namespaces',
    createCommand(program) {
      const node = [
        ...(mechanism === 'none' ? [] : permissionArguments(program)),
        ...(program.nodeArguments ?? []),
        program.module,
        ...(program.arguments ?? []),
      ];
      if (mechanism !== 'bubblewrap' && mechanism !== 'namespaces') {
        return { file: process.execPath, arguments: node, isDetached: false };
      }
      const programPaths = outermost([...SYSTEM_PATHS.filter((path) => existsSync(path)), ...listCode()]);
      const isProgram = (path: string): boolean => programPaths.some((folder) => isWithin(path, folder));
      const hiddenPaths = (options.hiddenPaths ?? []).filter((path) => existsSync(path) && isProgram(path));
      const isHidden = (path: string): boolean => hiddenPaths.some((folder) => isWithin(path, folder));
      const [file = '', ...wrapped] = wrap[mechanism]({
        programPaths,
        hiddenPaths,
        readablePaths: outermost(program.readablePaths).filter((path) => !isProgram(path) || isHidden(path)),
        command: [process.execPath, ...node],
      });
      return { file, arguments: wrapped, isDetached: true };
    },
  };
}
