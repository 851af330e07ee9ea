/**
 * Tries what a confined child must not be able to do, and ends with a sentence when it can. Arguments: a file that it may
 * read, one that it may not, and whether it must have no network.
 */
import { readFileSync } from 'node:fs';
import { networkInterfaces } from 'node:os';

const [allowed = '', forbidden = '', network] = process.argv.slice(2);

function canRead(path: string): boolean {
  try {
    readFileSync(path);
    return true;
  } catch {
    return false;
  }
}

function findFault(): string | undefined {
  if (!canRead(allowed)) return 'a confined process cannot read the file that it was given';
  if (canRead(forbidden)) return 'a confined process can read a file that it was not given';
  const outside = Object.values(networkInterfaces())
    .flat()
    .filter((address) => address?.internal === false);
  if (network === 'no-network' && outside.length > 0) return 'a confined process has a network';
  return undefined;
}

const fault = findFault();
if (fault !== undefined) process.stderr.write(`${fault}\n`);
process.exitCode = fault === undefined ? 0 : 1;
