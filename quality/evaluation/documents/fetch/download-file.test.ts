import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DownloadError, downloadFile } from './download-file.ts';

const content = Buffer.from('A lecture about sorting. '.repeat(200));
const expected = { sha256: createHash('sha256').update(content).digest('hex'), bytes: content.length };

let folder: string;
let path: string;
let respond: (request: IncomingMessage, response: ServerResponse) => void;
const asked: (string | undefined)[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers.range);
  respond(request, response);
});
let url: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lectern-download-'));
  path = join(folder, 'dev', 'deck.pdf');
  asked.length = 0;
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/deck.pdf`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await rm(folder, { recursive: true, force: true });
});

test('downloads a file and leaves no part behind', async () => {
  respond = (_request, response) => response.end(content);
  await downloadFile(url, path, expected);
  expect(await readFile(path)).toEqual(content);
  await expect(readFile(`${path}.part`)).rejects.toThrow('ENOENT');
});

test('continues a download whose connection broke', async () => {
  respond = (_request, response) => {
    response.writeHead(200, { 'content-length': content.length });
    response.write(content.subarray(0, 1000), () => response.destroy());
  };
  await expect(downloadFile(url, path, expected)).rejects.toThrow('run the command again to continue');
  const kept = (await readFile(`${path}.part`)).length;
  respond = (request, response) => {
    const from = Number(/^bytes=(\d+)-$/u.exec(request.headers.range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200).end(content.subarray(from));
  };
  await downloadFile(url, path, expected);
  expect(asked).toEqual([undefined, kept > 0 ? `bytes=${kept}-` : undefined]);
  expect(await readFile(path)).toEqual(content);
});

test('starts over when the server does not continue', async () => {
  respond = (_request, response) => response.end(content);
  await downloadFile(url, path, expected);
  await rm(path);
  await writeFile(`${path}.part`, content.subarray(0, 1000));
  await downloadFile(url, path, expected);
  expect(asked.at(-1)).toBe('bytes=1000-');
  expect(await readFile(path)).toEqual(content);
});

test('rejects another file and a longer one', async () => {
  respond = (_request, response) => response.end(Buffer.from(content).fill('x', 0, 1));
  await expect(downloadFile(url, path, expected)).rejects.toThrow('its SHA-256 differs');
  respond = (_request, response) => response.end(Buffer.concat([content, content]));
  await expect(downloadFile(url, path, expected)).rejects.toThrow('longer than the recorded one');
  await expect(readFile(path)).rejects.toThrow('ENOENT');
  await expect(readFile(`${path}.part`)).rejects.toThrow('ENOENT');
});

test('says what to do when the address has no file or nothing answers', async () => {
  respond = (_request, response) => response.writeHead(404).end();
  await expect(downloadFile(url, path, expected)).rejects.toThrow('answered 404');
  const error: unknown = await downloadFile('http://127.0.0.1:9/deck.pdf', path, expected).catch(
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(DownloadError);
  expect((error as DownloadError).unreachable).toBe(true);
  expect((error as DownloadError).message).toContain('connect to the internet');
});
