import { existsSync, realpathSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';

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
   * Whether it needs its own process group and session: a Ctrl-C at the terminal reaches all of ours, and would end the program
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

/** What the confining program gets. All paths are absolute. */
interface ConfinedView {
  /** Code and libraries. */
  readonly programPaths: readonly string[];
  /** Folders within `programPaths` that are hidden. */
  readonly hiddenPaths: readonly string[];
  readonly readablePaths: readonly string[];
  /** The program that runs inside, and its arguments. */
  readonly command: readonly string[];
}

const root = resolve(import.meta.dirname, '../../..');
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

const BUBBLEWRAP_PATHS = [
  '/usr/bin/bwrap',
  '/bin/bwrap',
  '/usr/local/bin/bwrap',
  '/run/current-system/sw/bin/bwrap',
];

/**
 * The program of the package bubblewrap with its arguments: its own namespaces for everything, so no network; a file
 * system that holds what it is given, to be read only; no /proc, through which other processes could be read.
 */
function bubblewrapArguments({ programPaths, hiddenPaths, readablePaths, command }: ConfinedView): string[] {
  return [
    BUBBLEWRAP_PATHS.find((path) => existsSync(path)) ?? 'bwrap',
    // Named although `all` includes it: `all` alone continues where the system refuses it.
    ...['--unshare-user', '--unshare-all', '--cap-drop', 'ALL'],
    // In another namespace it would have every capability again, and with it more of the kernel to attack.
    '--disable-userns',
    // It ends with its parent, however that ends. Its session is its own already, so it cannot type into our terminal.
    '--die-with-parent',
    ...programPaths.flatMap((path) => ['--ro-bind', path, path]),
    ...['--dev', '/dev'],
    ...hiddenPaths.flatMap((path) => ['--tmpfs', path]),
    ...readablePaths.flatMap((path) => ['--ro-bind', path, path]),
    // Writable, memory could be filled up through them.
    ...hiddenPaths.flatMap((path) => ['--remount-ro', path]),
    ...['--remount-ro', '/dev', '--remount-ro', '/', '--chdir', '/', '--'],
    ...command,
  ];
}

const UNSHARE_PATHS = ['/usr/bin/unshare', '/bin/unshare', '/run/current-system/sw/bin/unshare'];
/** Folders that every Linux system has, and that the child does not need: the new file system is put together in one. */
const MOUNT_POINTS = ['/mnt', '/media', '/srv', '/opt', '/home', '/sys'];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/random', '/dev/urandom'];

/**
 * What bubblewrap does, with util-linux: an empty file system, filled with what the child may read, to which it is then
 * bound without any capability. From there it cannot make namespaces either: Linux refuses that below a chroot.
 * `nosuid`, `nodev` and `noexec` are named because a mount that has them cannot be had without.
 */
const SCRIPT = `
set -eu
PATH=/usr/sbin:/usr/bin:/sbin:/bin:/run/current-system/sw/bin
root=$1
shift
mount -n -t tmpfs -o size=1m,mode=755,nosuid,nodev lectern "$root"
place() {
  if [ -d "$2" ]; then mkdir -p "$root$2"; else mkdir -p "$root\${2%/*}"; : > "$root$2"; fi
  mount -n -o "$1" "$2" "$root$2"
}
while [ "$1" != -- ]; do
  case $1 in
    program) place rbind,ro,nosuid,nodev "$2" ;;
    device) place rbind "$2" ;;
    hide) mount -n -t tmpfs -o size=1m,mode=755,nosuid,nodev lectern "$root$2" ;;
    data) place rbind,ro,nosuid,nodev,noexec "$2" ;;
    seal) mount -n -o remount,ro "$root$2" ;;
  esac
  shift 2
done
shift
mount -n -o remount,ro "$root"
cd "$root"
# Not with exec: the first process of a namespace survives its own abort.
chroot . setpriv --bounding-set=-all --inh-caps=-all --no-new-privs "$@"
exit $?
`;

/** util-linux's `unshare` with its arguments. Its own namespaces for everything, so no network and no other processes. */
function namespaceArguments({ programPaths, hiddenPaths, readablePaths, command }: ConfinedView): string[] {
  const paths = [...programPaths, ...readablePaths];
  const isFree = (place: string): boolean =>
    existsSync(place) && !paths.some((path) => isWithin(path, place));
  return [
    UNSHARE_PATHS.find((path) => existsSync(path)) ?? 'unshare',
    ...['--user', '--map-root-user', '--mount', '--pid', '--net', '--ipc', '--uts', '--cgroup'],
    ...['--fork', '--kill-child'],
    ...['/bin/sh', '-c', SCRIPT, 'lectern', MOUNT_POINTS.find(isFree) ?? '/mnt'],
    ...programPaths.flatMap((path) => ['program', path]),
    ...DEVICES.flatMap((path) => ['device', path]),
    ...hiddenPaths.flatMap((path) => ['hide', path]),
    ...readablePaths.flatMap((path) => ['data', path]),
    ...hiddenPaths.flatMap((path) => ['seal', path]),
    '--',
    ...command,
  ];
}

/** Whether a path is a folder or is below it. Both are absolute. */
const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
