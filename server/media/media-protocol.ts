/**
 * How the media child speaks to its parent over standard output: frames of one type byte, a 32-bit little-endian
 * length and that many bytes. Standard output blocks when the parent does not read, which is the back-pressure.
 */
export const MEDIA_FRAME = { information: 1, samples: 2, failure: 3, end: 4 } as const;
export const MEDIA_FRAME_HEADER_BYTES = 5;
/** No honest frame is larger; a larger one means that the child's memory was corrupted. */
export const MEDIA_FRAME_MAXIMUM_BYTES = 16 * 1024 * 1024;

export interface MediaChildRequest {
  readonly path: string;
  readonly maximumDurationSeconds: number;
}

/** What is inside a media file. */
export interface MediaInformation {
  /** As the file says; undefined when it does not. */
  readonly durationSeconds?: number;
  readonly hasAudio: boolean;
  /** The number of sound tracks that are decoded. */
  readonly soundTracks: number;
  readonly picture: 'moving' | 'still' | 'none';
  /** As in RFC 6381. */
  readonly pictureCodec: string | null;
  /** Of the first sound track. */
  readonly soundCodec: string | null;
  /** The file ends in the middle of its last part. */
  readonly isCutOff: boolean;
}

export type MediaFailureCode = 'damaged' | 'no-audio' | 'too-long';

export interface MediaFailure {
  readonly code: MediaFailureCode;
  readonly message: string;
}
