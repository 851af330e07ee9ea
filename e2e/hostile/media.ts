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

const withMoov =
  (how: (moov: Buffer) => Buffer) =>
  (video: Buffer): Buffer =>
    Buffer.concat(readBoxes(video).map(({ type, body }) => box(type, type === 'moov' ? how(body) : body)));

const MOST = 0xffff_ffff;
const trackOf = (moov: Buffer): Buffer =>
  box('trak', readBoxes(moov).find(({ type }) => type === 'trak')?.body ?? Buffer.alloc(0));

/** `right`: the sound is decoded whole. Otherwise it is decoded, or refused with a clear error. */
export interface HostileVideo {
  readonly name: string;
  readonly make: (video: Buffer) => Buffer;
  readonly right?: true;
}

export const HOSTILE_VIDEOS: readonly HostileVideo[] = [
  { name: 'as it was made', make: (video) => video, right: true },
  ...['stts', 'stsc', 'stco', 'ctts', 'stss'].flatMap((type): HostileVideo[] => [
    { name: `4,294,967,295 entries in ${type}`, make: set(type, 4, MOST) },
    { name: `268,435,455 entries in ${type}`, make: set(type, 4, 0x0fff_ffff) },
    { name: `no ${type}`, make: patch(type, () => undefined) },
    { name: `an empty ${type}`, make: patch(type, () => Buffer.alloc(0)) },
  ]),
  { name: '4,294,967,295 samples of one size', make: patch('stsz', () => numbers(0, 1, MOST)) },
  { name: '4,294,967,295 samples of 4 GiB', make: patch('stsz', () => numbers(0, MOST, MOST)) },
  { name: '4,294,967,295 samples of no length', make: patch('stts', () => numbers(0, 1, MOST, 0)) },
  { name: 'samples of 4,294,967,295 ticks', make: patch('stts', () => numbers(0, 1, MOST, MOST)) },
  {
    name: 'samples that begin before the beginning',
    make: patch('stts', () => numbers(0, 1, 1000, 0x8000_0000)),
  },
  { name: 'chunks of 4,294,967,295 samples', make: patch('stsc', () => numbers(0, 1, 1, MOST, 1)) },
  { name: 'chunks beyond the file', make: patch('stco', (body) => body.fill(0xee, 8)) },
  { name: 'chunks in the head itself', make: patch('stco', (body) => body.fill(0, 8)) },
  { name: 'a clock of no ticks', make: set('mdhd', 12, 0) },
  { name: 'a clock of 4,294,967,295 ticks', make: set('mdhd', 12, MOST) },
  { name: 'a film clock of no ticks', make: set('mvhd', 12, 0) },
  { name: 'no length', make: (video) => set('mvhd', 16, 0)(set('mdhd', 16, 0)(set('tkhd', 20, 0)(video))) },
  {
    name: 'a length of ten hours claimed',
    make: (video) => set('mvhd', 16, 36_000_000)(set('tkhd', 20, 36_000_000)(video)),
  },
  {
    name: 'a length of 49 days claimed',
    make: (video) => set('mvhd', 16, MOST)(set('mdhd', 16, MOST)(set('tkhd', 20, MOST)(video))),
  },
  {
    name: 'an edit of 49 days of nothing',
    make: patch('elst', () => numbers(0, 1, MOST, MOST, 0x0001_0000)),
  },
  { name: 'an edit list of 4,294,967,295 entries', make: set('elst', 4, MOST) },
  { name: 'an edit at no speed', make: patch('elst', () => numbers(0, 1, 1000, 0, 0)) },
  {
    name: 'pictures of 65,535 × 65,535',
    make: patch('stsd', (body) =>
      body.toString('latin1', 12, 16) === 'mp4a' ? body : body.fill(0xff, 40, 44),
    ),
  },
  {
    name: 'sound of 65,535 channels at 65,535 Hz',
    make: patch('stsd', (body) =>
      body.toString('latin1', 12, 16) === 'mp4a' ? body.fill(0xff, 32, 44) : body,
    ),
  },
  {
    name: 'sound of a codec that is none',
    make: patch('stsd', (body) => Buffer.from(body.toString('latin1').replace('mp4a', 'xxxx'), 'latin1')),
  },
  {
    name: 'sound that claims to be a picture',
    make: patch('hdlr', (body) => Buffer.from(body.toString('latin1').replace('soun', 'vide'), 'latin1')),
  },
  { name: '4,294,967,295 descriptions', make: set('stsd', 4, MOST) },
  {
    name: '3,000 tracks',
    make: withMoov((moov) => Buffer.concat([moov, ...Array.from({ length: 3_000 }, () => trackOf(moov))])),
  },
  {
    name: '3,000 tracks of subtitles',
    make: withMoov((moov) =>
      Buffer.concat([
        moov,
        ...Array.from({ length: 3_000 }, () =>
          Buffer.from(trackOf(moov).toString('latin1').replace('vide', 'sbtl'), 'latin1'),
        ),
      ]),
    ),
  },
  {
    name: 'boxes in boxes, 100,000 deep',
    make: withMoov((moov) => {
      const heads = Buffer.alloc(800_000);
      for (let level = 0; level < 100_000; level += 1) {
        heads.writeUInt32BE(heads.length - level * 8, level * 8);
        heads.write('udta', level * 8 + 4);
      }
      return Buffer.concat([moov, heads]);
    }),
  },
  {
    name: 'a box of 4 GiB in a small file',
    make: (video) => {
      const copy = Buffer.from(video);
      copy.writeUInt32BE(
        MOST,
        readBoxes(video)[0]?.body.length ? (readBoxes(video)[0]?.body.length ?? 0) + 8 : 0,
      );
      return copy;
    },
  },
  {
    name: 'boxes of size 0, 1 and 7',
    make: (video) =>
      Buffer.concat([
        video.subarray(0, 32),
        numbers(1, 0x66726565, MOST, MOST),
        numbers(7, 0x66726565),
        numbers(0, 0x66726565),
        video,
      ]),
  },
  {
    name: 'two heads',
    make: (video) =>
      Buffer.concat([
        video,
        ...readBoxes(video)
          .filter(({ type }) => type === 'moov')
          .map(({ body }) => box('moov', body)),
      ]),
  },
  {
    name: 'no head',
    make: (video) =>
      Buffer.concat(
        readBoxes(video)
          .filter(({ type }) => type !== 'moov')
          .map(({ type, body }) => box(type, body)),
      ),
  },
  {
    name: 'no sound data',
    make: (video) =>
      Buffer.concat(
        readBoxes(video)
          .filter(({ type }) => type !== 'mdat')
          .map(({ type, body }) => box(type, body)),
      ),
  },
  {
    name: 'data that is noise',
    make: (video) =>
      Buffer.concat(
        readBoxes(video).map(({ type, body }) =>
          box(
            type,
            type === 'mdat' ? Buffer.from(body.map((byte, index) => (byte * 31 + index * 17) % 256)) : body,
          ),
        ),
      ),
  },
  {
    name: 'data that is zeros',
    make: (video) =>
      Buffer.concat(
        readBoxes(video).map(({ type, body }) =>
          box(type, type === 'mdat' ? Buffer.alloc(body.length) : body),
        ),
      ),
  },
  {
    name: 'names that lead elsewhere',
    make: patch('dref', () =>
      Buffer.concat([numbers(0, 1), box('url ', numbers(0), Buffer.from('http://127.0.0.1:9/x\0'))]),
    ),
  },
  {
    name: 'a web page behind it',
    make: (video) =>
      Buffer.concat([video, box('udta', Buffer.from('<html><script>alert(1)</script></html>'))]),
    right: true,
  },
  {
    name: '10 MB of description',
    make: withMoov((moov) =>
      Buffer.concat([moov, box('udta', box('\u00a9nam', Buffer.alloc(10_000_000, 'x')))]),
    ),
  },
  ...[0.01, 0.1, 0.3, 0.5, 0.8, 0.99].map((share): HostileVideo => ({
    name: `cut off at ${share * 100} percent`,
    make: (video) => video.subarray(0, Math.floor(video.length * share)),
  })),
];
