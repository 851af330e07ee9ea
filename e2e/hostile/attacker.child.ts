/** Attacks as the file of the first argument orders, in JSON, until SIGTERM; then prints the answers. A separate process, so that it does not slow down the one that measures. */
import { setMaxListeners } from 'node:events';
import { readFile } from 'node:fs/promises';
import { attack, type AttackOrder } from './attack.ts';

const order = JSON.parse(await readFile(process.argv[2] ?? '', 'utf8')) as AttackOrder;
const ending = new AbortController();
setMaxListeners(0, ending.signal);
process.once('SIGTERM', () => {
  ending.abort();
});
process.stdout.write(`${JSON.stringify(await attack(order, ending.signal))}\n`);
process.exit();
