import { existsSync } from 'node:fs';

/** Docker, Podman and Kubernetes leave these. */
const MARKS = ['/.dockerenv', '/run/.containerenv', '/var/run/secrets/kubernetes.io'];

/** Whether this process runs in a container, where 127.0.0.1 is not the machine. */
export const isInContainer = (): boolean => MARKS.some((path) => existsSync(path));
