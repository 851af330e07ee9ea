import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { CreatedAt, GeneratedJson, Json } from './column-types.ts';
import type { StoredCue } from './transcript-tables.ts';

export interface GlossaryTermTable {
  id: GeneratedAlways<number>;
  course_id: number;
  term: string;
  misheard_as: ColumnType<string[], string | undefined, string>;
  /** A suggestion that the instructor does not want to see again. */
  is_dismissed: Generated<boolean>;
  created_at: CreatedAt;
}

/** Words of a transcript that an instructor corrected. */
export interface TranscriptCorrectionTable {
  lesson_id: number;
  heard: string;
  corrected: string;
  count: number;
}

export interface TranscriptReplacementTable {
  id: GeneratedAlways<number>;
  course_id: number;
  find: Json<string[]>;
  replacement: string;
  created_at: CreatedAt;
}

/** One transcript of a replacement: what it said before, for undoing. */
export interface ReplacedTranscriptTable {
  replacement_id: number;
  lesson_id: number;
  /** The transcription in which the words were found. */
  video_id: string;
  /** Null until the worker replaced the words; 0 when the transcript had changed. */
  count: number | null;
  /** The transcription with the words replaced: the same one, unless it has no times. */
  replaced_by: string | null;
  /** Of its cues, as the replacement left them. */
  replaced_version: number | null;
  cues: GeneratedJson<StoredCue[]>;
  plain_text: Generated<string>;
  undone_at: Date | null;
}

export interface GlossaryTables {
  glossary_terms: GlossaryTermTable;
  transcript_corrections: TranscriptCorrectionTable;
  transcript_replacements: TranscriptReplacementTable;
  replaced_transcripts: ReplacedTranscriptTable;
}
