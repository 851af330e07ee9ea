import { request, Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ApiClient } from '#e2e/api-client.ts';

const PAUSE_MILLISECONDS = 10;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

/** Milliseconds until the whole answer is there. */
function time(client: ApiClient): Promise<number> {
  const started = performance.now();
  return new Promise((resolve, reject) => {
    request(`${client.origin}/api/courses/`, { agent, headers: { 'api-key': client.apiKey } }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`Answered ${String(response.statusCode)}`));
      response.on('error', reject).on('end', () => resolve(performance.now() - started));
      response.resume();
    })
      .on('error', reject)
      .end();
  });
}

/** Makes calls one at a time while `goesOn` returns true. @returns the milliseconds each took */
export async function timeWhile(client: ApiClient, goesOn: () => boolean): Promise<number[]> {
  const milliseconds: number[] = [];
  while (goesOn()) {
    milliseconds.push(await time(client));
    await sleep(PAUSE_MILLISECONDS);
  }
  return milliseconds;
}

/** For so many seconds. */
export async function timeFor(client: ApiClient, seconds: number): Promise<number[]> {
  const until = performance.now() + seconds * 1000;
  return timeWhile(client, () => performance.now() < until);
}
