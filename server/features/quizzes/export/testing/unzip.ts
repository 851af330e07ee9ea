import { unzipSync } from 'fflate';

/** Names and contents of the files in a package, in its order. */
export const unzip = (content: Uint8Array): Map<string, string> =>
  new Map(Object.entries(unzipSync(content)).map(([name, file]) => [name, new TextDecoder().decode(file)]));
