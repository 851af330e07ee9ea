import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { TUS_VERSION } from '#contract/uploads.ts';
import type { Answer, TestInstructor } from './test-instructor.ts';

export const PATCH_TYPE = 'application/offset+octet-stream';

const FTYP = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypisom', 'latin1'),
  Buffer.from([0, 0, 2, 0]),
  Buffer.from('isomiso2', 'latin1'),
]);

/** Looks like an MP4 from its beginning; every byte after that is its position modulo a prime. */
export function makeVideo(sizeBytes: number): Buffer {
  const bytes = Buffer.alloc(sizeBytes);
  for (let index = 0; index < sizeBytes; index += 1) bytes[index] = index % 251;
  FTYP.copy(bytes);
  return bytes;
}

export const encodeMetadata = (values: Record<string, string>): string =>
  Object.entries(values)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',');

/** Speaks tus as one instructor, to any process. */
export class TestTusClient {
  readonly instructor: TestInstructor;

  constructor(instructor: TestInstructor) {
    this.instructor = instructor;
  }

  create(sizeBytes: number | string, metadata: Record<string, string> | string): Promise<Answer> {
    return this.#call('POST', '/ai/uploads/', {
      'upload-length': String(sizeBytes),
      'upload-metadata': typeof metadata === 'string' ? metadata : encodeMetadata(metadata),
    });
  }

  /** Starts an upload and returns the address at which it continues. */
  async begin(sizeBytes: number, name: string): Promise<string> {
    const answer = await this.create(sizeBytes, { filename: name });
    const location = answer.headers.get('location');
    if (answer.status !== 201 || location === null) throw new Error(`${answer.status}: ${answer.text}`);
    return new URL(location, this.instructor.origin).href;
  }

  ask(url: string): Promise<Answer> {
    return this.#call('HEAD', url);
  }

  async readOffset(url: string): Promise<number> {
    const answer = await this.ask(url);
    if (answer.status !== 200) throw new Error(`HEAD ${url} answered ${answer.status}`);
    return Number(answer.headers.get('upload-offset'));
  }

  send(url: string, offset: number, bytes: Uint8Array): Promise<Answer> {
    const headers = { 'upload-offset': String(offset), 'content-type': PATCH_TYPE };
    return this.#call('PATCH', url, headers, Uint8Array.from(bytes));
  }

  cancel(url: string): Promise<Answer> {
    return this.#call('DELETE', url);
  }

  finish(url: string): Promise<Answer> {
    return this.instructor.call('POST', `${url}finish/`);
  }

  /** Announces all bytes, sends some, and stays connected until the request is destroyed. Resolves once they left. */
  async sendPart(url: string, offset: number, bytes: Uint8Array, announced: number): Promise<ClientRequest> {
    const outgoing = request(url, {
      method: 'PATCH',
      headers: {
        ...this.instructor.headers,
        'tus-resumable': TUS_VERSION,
        'upload-offset': String(offset),
        'content-type': PATCH_TYPE,
        'content-length': String(announced),
      },
    });
    // It is torn down by one end or the other.
    outgoing.on('error', () => undefined);
    if (!outgoing.write(bytes)) await once(outgoing, 'drain');
    return outgoing;
  }

  #call(
    method: string,
    url: string,
    headers: Record<string, string> = {},
    body?: Uint8Array<ArrayBuffer>,
  ): Promise<Answer> {
    return this.instructor.call(method, url, {
      headers: { 'tus-resumable': TUS_VERSION, ...headers },
      ...(body === undefined ? {} : { body }),
    });
  }
}
