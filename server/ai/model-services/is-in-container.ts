import { existsSync } from 'node:fs';

/** Files that Docker, Podman and Kubernetes create. */
const MARKS = ['/.dockerenv', '/run/.containerenv', '/var/run/secrets/kubernetes.io'];

/** Whether this process runs in a container, where 127.0.0.1 is not the host. */
export const isInContainer = (): boolean => MARKS.some((path) => existsSync(path));
