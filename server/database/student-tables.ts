import type { ColumnType, Generated, GeneratedAlways } from 'kysely';
import type { SharedQuizSettings, SnapshotQuestion } from '#contract/shared-quizzes.ts';
import type { CreatedAt, Json, UpdatedAt } from './column-types.ts';

/** A quiz that students can take. Each question set is shared at most once. */
export interface SharedQuizTable {
  id: GeneratedAlways<number>;
  question_set_id: number;
  instructor_id: number;
  /** In the link: six characters that no one confuses, upper case. */
  code: string;
  /** All but opening and closing time, which queries compare. Older rows have no `draw_from`; see `settingsOf`. */
  settings: Json<
    Omit<SharedQuizSettings, 'opens_at' | 'closes_at' | 'class_list_id' | 'draw_from'> &
      Partial<Pick<SharedQuizSettings, 'draw_from'>>
  >;
  opens_at: Date | null;
  closes_at: Date | null;
  class_list_id: number | null;
  created_at: CreatedAt;
}

/** The questions at one time. A version never changes; attempts refer to the one that they were made from. */
export interface SharedQuizVersionTable {
  id: GeneratedAlways<number>;
  shared_quiz_id: number;
  version: number;
  /** The version of the question set that was copied. */
  question_set_version: number;
  questions: Json<SnapshotQuestion[]>;
  created_at: CreatedAt;
}

export interface ClassListTable {
  id: GeneratedAlways<number>;
  instructor_id: number;
  name: string;
  created_at: CreatedAt;
}

export interface ClassListMemberTable {
  id: GeneratedAlways<number>;
  class_list_id: number;
  name: string;
  /** As the institution numbers students; empty where the list has none. */
  student_number: Generated<string>;
  /** `hashStudentCode` of the personal code. */
  code_hash: Buffer;
  created_at: CreatedAt;
}

/** The questions of an attempt in the order in which its student sees them, with the order of each one's options. */
export interface AttemptLayout {
  readonly key: number;
  /** Places in the options of the snapshot; empty for an essay. */
  readonly options: readonly number[];
}

export interface AttemptTable {
  id: GeneratedAlways<number>;
  shared_quiz_id: number;
  version_id: number;
  /** Null without a class list, or when the member has been removed from it. */
  member_id: number | null;
  student_name: Generated<string>;
  attempt_number: Generated<number>;
  /** The instructor looks at the quiz as a student; it counts in no result. */
  is_preview: Generated<boolean>;
  /**
   * SHA-256 of the bearer token. The token itself derives from the root secret and `token_salt`, so that
   * two devices get the same one.
   */
  token_hash: Buffer;
  token_salt: Buffer;
  /** Of the code with which the student continues on another device, which derives as the token does; null with a class list. */
  resume_code_hash: Buffer | null;
  layout: Json<AttemptLayout[]>;
  started_at: CreatedAt;
  /** The time limit or the closing time, whichever is first, plus what was added; null without either. */
  deadline_at: Date | null;
  /** Given by the instructor. */
  extra_seconds: Generated<number>;
  /** Added because Lectern was not running. */
  outage_seconds: Generated<number>;
  submitted_at: Date | null;
  /** `time`: Lectern submitted it after the deadline; late answers are then still kept. */
  submitted_by: 'student' | 'time' | null;
  /** Whether late answers count. */
  late_accepted: Generated<boolean>;
  /** Changes with each answer; the live page reads what is newer. */
  updated_at: UpdatedAt;
}

/**
 * One row a question, and a second one (`is_late`) for what came after the deadline: late answers are kept and do not
 * overwrite what was there in time. Which one counts: the late one where the attempt's `late_accepted` is set, otherwise the
 * one in time.
 */
export interface AttemptAnswerTable {
  attempt_id: number;
  question_key: number;
  is_late: boolean;
  /** Place in the options of the snapshot, not of the layout. */
  choice: number | null;
  text: string | null;
  is_flagged: boolean;
  is_final: boolean;
  seconds_spent: number;
  /** The device that saved it, and which of its calls it was; see `saveAnswerRequest`. */
  device: string;
  sequence: number;
  /** From 0 to 1. Of a choice, set with the answer; of an essay, null until it is graded. */
  points: number | null;
  comment: Generated<string>;
  graded_at: Date | null;
  answered_at: ColumnType<Date, Date | undefined, Date>;
}

/** One row: when Lectern was last able to save answers. A gap is added to the deadline of every open attempt. */
export interface ServiceHeartbeatTable {
  id: number;
  beat_at: Date;
}
