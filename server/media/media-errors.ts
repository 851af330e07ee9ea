import { message } from '#contract/messages/make-message.ts';
import { MessageError } from '../platform/message-error.ts';

/** Base of what can be wrong with a media file. */
export abstract class MediaError extends MessageError {}

export class MediaHasNoAudioError extends MediaError {
  override readonly name = 'MediaHasNoAudioError';
  constructor() {
    super(message('media_without_sound'));
  }
}

/** Also files that are not media at all, and formats that Lectern does not open. */
export class MediaDamagedError extends MediaError {
  override readonly name = 'MediaDamagedError';
  constructor(options?: ErrorOptions) {
    super(message('media_damaged'), options);
  }
}

export class MediaTooLongError extends MediaError {
  override readonly name = 'MediaTooLongError';
  constructor(maximumDurationSeconds: number) {
    super(message('media_too_long', { hours: Math.round(maximumDurationSeconds / 360) / 10 }));
  }
}

/** The decoder crashed on the file; the server did not. The cause says how its process ended, with its last output. */
export class MediaDecoderCrashedError extends MediaError {
  override readonly name = 'MediaDecoderCrashedError';
  constructor(options?: ErrorOptions) {
    super(message('media_undecodable'), options);
  }
}

export class MediaDecoderOutOfMemoryError extends MediaError {
  override readonly name = 'MediaDecoderOutOfMemoryError';
  constructor() {
    super(message('media_memory'));
  }
}

export class MediaDecoderTimeoutError extends MediaError {
  override readonly name = 'MediaDecoderTimeoutError';
  constructor() {
    super(message('media_time'));
  }
}

export class MediaHasNoSpeechError extends MediaError {
  override readonly name = 'MediaHasNoSpeechError';
  constructor() {
    super(message('media_without_speech'));
  }
}
