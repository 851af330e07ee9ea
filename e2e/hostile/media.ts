/** MP4 files taken apart and put together again so that they crash, fill or stall what decodes them. */

/** A box of ISO 14496-12: its four letters and what is in it. */
export interface Mp4Box {
  readonly type: string;
  readonly body: Buffer;
}

const CONTAINERS = new Set(['moov', 'trak', 'mdia', 'minf', 'stbl', 'edts', 'udta']);

export function readBoxes(bytes: Buffer): Mp4Box[] {
  const boxes: Mp4Box[] = [];
  for (let at = 0; at + 8 <= bytes.length;) {
    const size = bytes.readUInt32BE(at);
    boxes.push({ type: bytes.toString('latin1', at + 4, at + 8), body: bytes.subarray(at + 8, at + size) });
    at += Math.max(8, size);
  }
  return boxes;
}

export function box(type: string, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.writeUInt32BE(body.length + 8);
  head.write(type, 4, 'latin1');
  return Buffer.concat([head, body]);
}

type Change = (body: Buffer, type: string) => Buffer | undefined;

/** Rewrites boxes of every depth; a body that becomes undefined is left out. */
function change(bytes: Buffer, how: Change): Buffer {
  return Buffer.concat(
    readBoxes(bytes).flatMap(({ type, body }) => {
      const changed = how(CONTAINERS.has(type) ? change(body, how) : body, type);
      return changed === undefined ? [] : [box(type, changed)];
    }),
  );
}

/** Changes a copy of the boxes of one type. */
const patch =
  (wanted: string, how: (body: Buffer) => Buffer | undefined) =>
  (video: Buffer): Buffer =>
    change(video, (body, type) => (type === wanted ? how(Buffer.from(body)) : body));

/** Writes a number into boxes of a type, counted from the beginning of what is in them. */
const set = (type: string, at: number, value: number): ((video: Buffer) => Buffer) =>
  patch(type, (body) => {
    if (at + 4 <= body.length) body.writeUInt32BE(value, at);
    return body;
  });

const numbers = (...values: readonly number[]): Buffer => {
  const bytes = Buffer.alloc(values.length * 4);
  values.forEach((value, index) => bytes.writeUInt32BE(value, index * 4));
  return bytes;
};

const MOST = 0xffff_ffff;

const trackOf = (moov: Buffer): Buffer =>
  box('trak', readBoxes(moov).find(({ type }) => type === 'trak')?.body ?? Buffer.alloc(0));

/** `right`: the sound is decoded whole. Otherwise it is decoded, or refused with a clear error. */
export type HostileVideo = readonly [name: string, make: (video: Buffer) => Buffer, right?: true];

export const HOSTILE_VIDEOS: readonly HostileVideo[] = [
  ['unchanged', (video) => video, true],
  ['4,294,967,295 entries in stts', set('stts', 4, MOST)],
  ['no stco', patch('stco', () => undefined)],
  ['4,294,967,295 samples of 4 GiB', patch('stsz', () => numbers(0, MOST, MOST))],
  ['4,294,967,295 samples of zero duration', patch('stts', () => numbers(0, 1, MOST, 0))],
  ['samples with a negative start time', patch('stts', () => numbers(0, 1, 1000, 0x8000_0000))],
  ['chunks beyond the end of the file', patch('stco', (body) => body.fill(0xee, 8))],
  ['a timescale of zero', set('mdhd', 12, 0)],
  ['no length', (video) => set('mvhd', 16, 0)(set('mdhd', 16, 0)(set('tkhd', 20, 0)(video)))],
  [
    'a claimed length of 49 days',
    (video) => set('mvhd', 16, MOST)(set('mdhd', 16, MOST)(set('tkhd', 20, MOST)(video))),
  ],
  ['an empty edit of 49 days', patch('elst', () => numbers(0, 1, MOST, MOST, 0x0001_0000))],
  [
    'video and audio with absurd dimensions',
    patch('stsd', (body) =>
      body.toString('latin1', 12, 16) === 'mp4a' ? body.fill(0xff, 32, 44) : body.fill(0xff, 40, 44),
    ),
  ],
  [
    '3,000 tracks',
    patch('moov', (moov) => Buffer.concat([moov, ...Array.from({ length: 3_000 }, () => trackOf(moov))])),
  ],
  [
    'boxes nested 100,000 deep',
    patch('moov', (moov) => {
      const heads = Buffer.alloc(800_000);
      for (let level = 0; level < 100_000; level += 1) {
        heads.writeUInt32BE(heads.length - level * 8, level * 8);
        heads.write('udta', level * 8 + 4);
      }
      return Buffer.concat([moov, heads]);
    }),
  ],
  ['no header', patch('moov', () => undefined)],
  [
    'random media data',
    patch('mdat', (body) => Buffer.from(body.map((byte, index) => (byte * 31 + index * 17) % 256))),
  ],
  [
    'names that refer to other files',
    patch('dref', () =>
      Buffer.concat([numbers(0, 1), box('url ', numbers(0), Buffer.from('http://127.0.0.1:9/x\0'))]),
    ),
  ],
  [
    'a web page appended to it',
    (video) => Buffer.concat([video, box('udta', Buffer.from('<html><script>alert(1)</script></html>'))]),
    true,
  ],
  ['cut off at 80 percent', (video) => video.subarray(0, Math.floor(video.length * 0.8))],
];
