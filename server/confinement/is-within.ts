import { sep } from 'node:path';

/** Whether a path is a folder or lies somewhere below it. Both absolute. */
export const isWithin = (path: string, folder: string): boolean =>
  path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
