import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type {
  AnswerStyle,
  BloomLevel,
  Difficulty,
  Flaw,
  FlawDismissal,
  QuestionSetWriter,
  QuestionWriter,
  Shortfall,
} from '#contract/quizzes.ts';
import type { LessonEvent } from '#contract/events.ts';
import type { Message } from '#contract/messages/message.ts';
import type { Evidence } from '#contract/evidence.ts';
import type {
  KeyTerm,
  LessonKind,
  LESSON_TYPES,
  SummaryLength,
  SummaryModelUse,
  SummaryPoint,
} from '#contract/lessons.ts';
import type { UploadPurpose } from '#contract/uploads.ts';
import type { StoredPart } from '../files/unfinished-files.ts';
import type {
  ApiKeyTable,
  AuditLogTable,
  InstallationTable,
  InvitationTable,
  LanguageModelBudgetTable,
  LanguageModelSettingsTable,
  LanguageModelUseTable,
  PasswordResetTable,
  RegistrationLinkTable,
} from './account-tables.ts';
import type {
  ExternalIdentityTable,
  RecoveryCodeTable,
  SecondFactorTable,
  SignInTicketTable,
} from './sign-in-tables.ts';
import type {
  QuestionSetDraftTable,
  QuestionSetVersionTable,
  ReviewStepTable,
} from './question-editing-tables.ts';
import type { ConversationTable, MessageTable } from './assistant-tables.ts';
import type { CodedMessage, CreatedAt, Json, UpdatedAt } from './column-types.ts';
import type { RefreshTokenTable, SessionTable, UserTable } from './user-tables.ts';
import type { DocumentSourceTable, PassageTable } from './document-tables.ts';
import type { MaintenanceTable, SummaryStretchTable } from './maintenance-tables.ts';
import type { RecognizedPageTable } from './recognized-page-table.ts';
import type { TranscriptEditTable, TranscriptionTable, TranscriptVersionTable } from './transcript-tables.ts';
import type {
  QuestionBankTable,
  QuestionCandidateTable,
  QuestionSetStemTable,
} from './question-bank-tables.ts';

/** View: courses that are not in the trash. */
export interface CourseTable {
  id: GeneratedAlways<number>;
  instructor_id: number;
  title: string;
  description: string;
  department: string;
  is_pinned: Generated<boolean>;
  is_demo: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

export interface OutcomeTable {
  course_id: number;
  position: number;
  short_name: string;
  description: string;
}

export interface StoredFileTable {
  key: string;
  instructor_id: number;
  kind: LessonKind;
  content_type: string;
  original_name: string;
  size_bytes: ColumnType<string, number, never>;
  /** It is a scan of many pages, whose recognition begins when it becomes a lesson. */
  awaits_recognition: Generated<boolean>;
  created_at: CreatedAt;
}

/** An upload that may come in several requests. */
export interface ResumableUploadTable {
  id: string;
  instructor_id: number;
  purpose: UploadPurpose;
  name: string;
  /** As the client sent it. */
  metadata: string;
  size_bytes: ColumnType<string, number, never>;
  /** How much is there and durable. */
  offset_bytes: ColumnType<string, number | undefined, number>;
  parts: ColumnType<StoredPart[], string | undefined, string>;
  /** Set once it is a stored file. */
  file_key: string | null;
  docsource_id: string | null;
  /** The job that reads the document. */
  job_id: string | null;
  expires_at: Date;
  created_at: CreatedAt;
}

/** View: lessons that are not in the trash, nor in a course that is. */
export interface LessonTable {
  id: GeneratedAlways<number>;
  course_id: number;
  title: string;
  description: string;
  type: (typeof LESSON_TYPES)[number];
  kind: LessonKind;
  /** Canonical key of an own file, or null when `source_url` says where the content is. */
  file_key: string | null;
  source_url: string | null;
  audio_transcript: string;
  summary: string;
  summary_points: Json<SummaryPoint[]>;
  summary_length: SummaryLength | null;
  key_terms: ColumnType<KeyTerm[], string | undefined, string>;
  summary_note: string | null;
  summary_note_coded: CodedMessage;
  docsource_id: string | null;
  video_id: string | null;
  transcription_error: string | null;
  transcription_error_coded: CodedMessage;
  /** The summaries of each length that were made; the one of `summary_length` is in the columns above as well. */
  summaries: ColumnType<KeptSummaries, string | undefined, string>;
  position: ColumnType<number | null, number | null | undefined, number | null>;
  topic: Generated<string>;
  /** Whether an instructor edited the key terms, so that a new summary does not replace them. */
  has_edited_terms: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: UpdatedAt;
}

/** A summary of one length. */
export interface KeptSummary {
  text: string;
  points: SummaryPoint[];
  note: string | null;
  note_coded: Message | null;
  /** An instructor changed it, so that it is not written again with another length. */
  is_edited: boolean;
  model_use?: SummaryModelUse | null;
}
export type KeptSummaries = Partial<Record<SummaryLength, KeptSummary>>;

/** View: quizzes that are not in the trash themselves. */
export interface QuestionSetTable {
  id: GeneratedAlways<number>;
  lesson_id: number;
  /** The job that made it: makes generation happen once in effect. */
  job_id: string | null;
  name: string;
  answer_style: AnswerStyle;
  shortfall: Json<Shortfall | null>;
  writer: ColumnType<QuestionSetWriter | null, string | null | undefined, never>;
  /** Short names; empty where none was chosen. */
  requested_outcomes: ColumnType<string[], string | undefined, never>;
  version: Generated<number>;
  /** Set once an instructor saves, edits or publishes the quiz. An untouched quiz expires. */
  saved_at: Date | null;
  /** When the quiz was created, last opened or restored. */
  used_at: Generated<Date>;
  /** The id of the publication that created this version; a retry with the same id changes nothing. */
  save_id: ColumnType<string | null, string | null | undefined, string | null>;
  created_at: CreatedAt;
}

export interface QuestionTable {
  id: GeneratedAlways<number>;
  question_set_id: number;
  position: number;
  text: string;
  type: AnswerStyle;
  blooms_taxonomy: BloomLevel;
  difficulty: Difficulty;
  outcome_short_name: string | null;
  explanation: string;
  evidence: Json<Evidence | null>;
  flaws: Json<Flaw[]>;
  dismissed_flaws: ColumnType<FlawDismissal[], string | undefined, string>;
  key_points: Json<string[]>;
  rubric: string | null;
  written_by: Generated<QuestionWriter>;
  /** No one has accepted or edited it yet. */
  is_draft: Generated<boolean>;
  /** Of stem and key, as candidates have one. */
  fingerprint: Generated<string>;
}

export interface OptionTable {
  id: GeneratedAlways<number>;
  question_id: number;
  position: number;
  text: string;
  is_correct: boolean;
}

/** Work on a lesson that a request waits for, kept a little longer than it runs. Transcriptions have their own table. */
export interface LessonWorkTable {
  job_id: string;
  job_name: string;
  instructor_id: number;
  lesson_id: number;
  work: Exclude<LessonEvent['work'], 'transcription' | 'question_bank'>;
  status: LessonEvent['status'];
  /** While it runs. */
  progress: Generated<number>;
  /** How far it is, or why it failed. */
  message: string | null;
  message_coded: CodedMessage;
  started_at: CreatedAt;
  ended_at: Date | null;
}

/** What a statement added to the texts of an account, or removed from them; triggers append it. */
export interface TextBytesTable {
  instructor_id: number;
  bytes: ColumnType<string, never, never>;
}

interface Trashed {
  /** A lesson whose course is in the trash is there too, whatever its own value says. */
  trashed_at: Date | null;
}

export interface Schema {
  /** The tables behind the views `courses`, `lessons` and `question_sets`. Only the stores listed in trash-views.test.ts read them. */
  all_courses: CourseTable & Trashed;
  all_lessons: LessonTable & Trashed;
  all_question_sets: QuestionSetTable & Trashed;
  /** Views: files and texts without those that only lessons in the trash use. */
  available_files: StoredFileTable;
  available_sources: DocumentSourceTable;
  installation: InstallationTable;
  language_model_settings: LanguageModelSettingsTable;
  language_model_budget: LanguageModelBudgetTable;
  language_model_use: LanguageModelUseTable;
  audit_log: AuditLogTable;
  maintenance: MaintenanceTable;
  summary_stretches: SummaryStretchTable;
  api_keys: ApiKeyTable;
  password_resets: PasswordResetTable;
  registration_links: RegistrationLinkTable;
  invitations: InvitationTable;
  recognized_pages: RecognizedPageTable;
  users: UserTable;
  sessions: SessionTable;
  external_identities: ExternalIdentityTable;
  sign_in_tickets: SignInTicketTable;
  second_factors: SecondFactorTable;
  recovery_codes: RecoveryCodeTable;
  refresh_tokens: RefreshTokenTable;
  courses: CourseTable;
  outcomes: OutcomeTable;
  stored_files: StoredFileTable;
  resumable_uploads: ResumableUploadTable;
  document_sources: DocumentSourceTable;
  passages: PassageTable;
  lessons: LessonTable;
  transcriptions: TranscriptionTable;
  transcript_edits: TranscriptEditTable;
  transcript_versions: TranscriptVersionTable;
  question_sets: QuestionSetTable;
  question_set_drafts: QuestionSetDraftTable;
  question_set_versions: QuestionSetVersionTable;
  review_steps: ReviewStepTable;
  question_set_stems: QuestionSetStemTable;
  question_banks: QuestionBankTable;
  question_candidates: QuestionCandidateTable;
  questions: QuestionTable;
  options: OptionTable;
  conversations: ConversationTable;
  messages: MessageTable;
  lesson_work: LessonWorkTable;
  text_bytes: TextBytesTable;
}
