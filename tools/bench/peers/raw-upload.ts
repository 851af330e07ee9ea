import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** A body straight to a file, flushed to disk before the answer. Argument: the directory. */
const file = join(process.argv[2] ?? '.', 'raw.bin');
const server = createServer((request, response) => {
  void (async () => {
    await pipeline(request, createWriteStream(file, { flush: true }));
    await rm(file);
    response.end('{}');
  })();
});
server.listen(0, '127.0.0.1');
await once(server, 'listening');
process.send?.((server.address() as AddressInfo).port);
process.once('disconnect', () => process.exit(0));
