import { randomInt } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { hasCode } from './binaries.ts';
import { writeDurably } from './credentials.ts';

/**
 * The port of a cluster on 127.0.0.1: the remembered one when it is free, else a new free one, remembered.
 * New ports lie below the range that systems hand out for outgoing connections (from 32768 on Linux), so
 * that neither a connection of ours nor anybody's takes the port while the server restarts.
 */
export async function choosePort(portFile: string): Promise<number> {
  const remembered = await findRememberedPort(portFile);
  if (remembered !== undefined && (await isFree(remembered))) return remembered;
  const port = await findFreePort();
  await writeDurably(portFile, `${port}\n`, 0o600);
  return port;
}

async function findRememberedPort(portFile: string): Promise<number | undefined> {
  try {
    const port = Number((await readFile(portFile, 'utf8')).trim());
    return Number.isInteger(port) && port >= 1024 && port <= 65535 ? port : undefined;
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const candidate = randomInt(15_000, 32_000);
    if (await isFree(candidate)) return candidate;
  }
  // Nearly everything below is taken: whatever the system offers.
  return listenOnce(0);
}

async function isFree(port: number): Promise<boolean> {
  try {
    await listenOnce(port);
    return true;
  } catch (error) {
    if (hasCode(error, 'EADDRINUSE') || hasCode(error, 'EACCES')) return false;
    throw error;
  }
}

function listenOnce(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => {
      const address = server.address();
      server.close(() => {
        if (address !== null && typeof address === 'object') resolve(address.port);
        else reject(new Error('A listening TCP server has no address'));
      });
    });
  });
}
