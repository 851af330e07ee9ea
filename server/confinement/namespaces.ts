import { existsSync } from 'node:fs';
import type { ConfinedView } from './confined-view.ts';
import { isWithin } from './is-within.ts';

const PLACES = ['/usr/bin/unshare', '/bin/unshare', '/run/current-system/sw/bin/unshare'];
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

/** util-linux's `unshare` with its arguments. Namespaces of its own for everything, so no network and no other processes. */
export function namespaceArguments({
  programPaths,
  hiddenPaths,
  readablePaths,
  command,
}: ConfinedView): string[] {
  const paths = [...programPaths, ...readablePaths];
  const isFree = (place: string): boolean =>
    existsSync(place) && !paths.some((path) => isWithin(path, place));
  return [
    PLACES.find((path) => existsSync(path)) ?? 'unshare',
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
