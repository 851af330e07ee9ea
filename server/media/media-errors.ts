/** Base of what can be wrong with a media file. Every message is shown to people. */
export abstract class MediaError extends Error {}

export class MediaHasNoAudioError extends MediaError {
  override readonly name = 'MediaHasNoAudioError';
  constructor() {
    super('This video has no sound track, so there is nothing to transcribe.');
  }
}

/** Also files that are no media at all, and formats that Lectern does not open. */
export class MediaDamagedError extends MediaError {
  override readonly name = 'MediaDamagedError';
  constructor(options?: ErrorOptions) {
    super(
      'This file cannot be played: it is damaged, incomplete or no video. Upload it again, or export it as MP4 first.',
      options,
    );
  }
}

export class MediaTooLongError extends MediaError {
  override readonly name = 'MediaTooLongError';
  constructor(maximumDurationSeconds: number) {
    const hours = Math.round(maximumDurationSeconds / 360) / 10;
    super(`This video is longer than ${hours} hours. Split it into shorter videos and upload those.`);
  }
}

/** The decoder broke on the file; the server did not. */
export class MediaDecoderCrashedError extends MediaError {
  override readonly name = 'MediaDecoderCrashedError';
  constructor(options?: ErrorOptions) {
    super(
      'The sound of this file could not be read. Export the video as MP4 again and upload the new file.',
      options,
    );
  }
}

export class MediaDecoderOutOfMemoryError extends MediaError {
  override readonly name = 'MediaDecoderOutOfMemoryError';
  constructor() {
    super(
      'Reading this file takes more memory than allowed. Export the video as MP4 again and upload the new file.',
    );
  }
}

export class MediaDecoderTimeoutError extends MediaError {
  override readonly name = 'MediaDecoderTimeoutError';
  constructor() {
    super('Reading this file takes too long. Export the video as MP4 again and upload the new file.');
  }
}

export class MediaHasNoSpeechError extends MediaError {
  override readonly name = 'MediaHasNoSpeechError';
  constructor() {
    super('No speech was found in this video. Check that its sound can be heard, or paste a transcript.');
  }
}
