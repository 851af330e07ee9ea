import type { ColumnType, Generated } from 'kysely';
import type { Recording } from '#contract/lessons.ts';
import type { CodedMessage, CreatedAt, Json, UpdatedAt } from './column-types.ts';

export interface StoredCue {
  start_second: number;
  end_second: number;
  text: string;
  /** In percent, one for each word; left out where the recognizer did not say. */
  word_confidences?: number[] | undefined;
}

export interface TranscriptionTable {
  id: string;
  instructor_id: number;
  lesson_id: number | null;
  file_key: string | null;
  source_url: string | null;
  access_token_hash: Buffer | null;
  status: 'queued' | 'running' | 'done' | 'failed';
  progress: Generated<number>;
  error: string | null;
  error_coded: CodedMessage;
  duration_seconds: number | null;
  cues: Json<StoredCue[]>;
  plain_text: string | null;
  /** Null for captions and for pasted or uploaded transcripts. */
  recording: ColumnType<Recording | null, string | undefined, string | null>;
  /** How many edits were stored. */
  version: Generated<number>;
  /** The version that the lesson's passages are made of. */
  passages_version: Generated<number>;
  edited_at: Date | null;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** An edit that is stored, and the version that it made: sent again, it changes nothing. */
export interface TranscriptEditTable {
  transcription_id: string;
  id: string;
  version: number;
  created_at: CreatedAt;
}

/** Cues as they were before a session of edits, or before another version was restored. */
export interface TranscriptVersionTable {
  transcription_id: string;
  version: number;
  cues: Json<StoredCue[]>;
  saved_at: Date;
}
