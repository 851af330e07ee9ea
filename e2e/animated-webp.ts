/*
 * WebP is a RIFF container: each chunk has a name of four characters, its length, and content padded to an even length. An
 * animation wraps the picture of each still file into a frame with a duration (developers.google.com/speed/webp/docs/riff_container).
 */
export interface Frame {
  /** A still WebP file. */
  readonly picture: Buffer;
  readonly milliseconds: number;
}

const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;
const ANIMATION_FLAG = 0x02;
/** Each frame covers the one before it, so that nothing is blended. */
const WITHOUT_BLENDING = 0x02;

/** Joins still pictures of one size into an animation that repeats without end. */
export function makeAnimatedWebp(width: number, height: number, frames: readonly Frame[]): Buffer {
  const canvas = Buffer.alloc(10);
  canvas.writeUInt8(ANIMATION_FLAG, 0);
  canvas.writeUIntLE(width - 1, 4, 3);
  canvas.writeUIntLE(height - 1, 7, 3);
  const body = Buffer.concat([
    Buffer.from('WEBP'),
    makeChunk('VP8X', canvas),
    // A background, and zero repetitions for no end.
    makeChunk('ANIM', Buffer.alloc(6)),
    ...frames.map(({ picture, milliseconds }) => {
      const head = Buffer.alloc(16);
      head.writeUIntLE(width - 1, 6, 3);
      head.writeUIntLE(height - 1, 9, 3);
      head.writeUIntLE(milliseconds, 12, 3);
      head.writeUInt8(WITHOUT_BLENDING, 15);
      return makeChunk('ANMF', Buffer.concat([head, readPicture(picture)]));
    }),
  ]);
  return makeChunk('RIFF', body);
}

function makeChunk(name: string, content: Buffer): Buffer {
  const head = Buffer.alloc(CHUNK_HEADER_BYTES);
  head.write(name, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** The chunk that contains the picture, as it is. */
function readPicture(file: Buffer): Buffer {
  for (let at = HEADER_BYTES; at + CHUNK_HEADER_BYTES <= file.length;) {
    const length = file.readUInt32LE(at + 4);
    const end = at + CHUNK_HEADER_BYTES + length + (length % 2);
    if (/^VP8[ L]$/.test(file.toString('latin1', at, at + 4))) return file.subarray(at, end);
    at = end;
  }
  throw new Error('This is not a still WebP picture.');
}
