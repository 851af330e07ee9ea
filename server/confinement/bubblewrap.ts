import { existsSync } from 'node:fs';
import type { ConfinedView } from './confined-view.ts';

const PLACES = ['/usr/bin/bwrap', '/bin/bwrap', '/usr/local/bin/bwrap', '/run/current-system/sw/bin/bwrap'];

/**
 * The program of the package bubblewrap with its arguments: namespaces of its own for everything, so no network; a file
 * system that holds what it is given, to be read only; no /proc, through which other processes could be read.
 */
export function bubblewrapArguments({
  programPaths,
  hiddenPaths,
  readablePaths,
  command,
}: ConfinedView): string[] {
  return [
    PLACES.find((path) => existsSync(path)) ?? 'bwrap',
    // Named although `all` includes it: without it, the latter goes on where the system refuses.
    ...['--unshare-user', '--unshare-all', '--cap-drop', 'ALL'],
    // In another namespace it would have every capability again, and with it more of the kernel to attack.
    '--disable-userns',
    // It ends with its parent, however that ends, and cannot type into our terminal.
    ...['--die-with-parent', '--new-session'],
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
