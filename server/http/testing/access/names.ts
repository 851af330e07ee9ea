/** Names of one object of each kind, as requests name them. */
export interface Things {
  readonly instructor: number | string;
  readonly course: number | string;
  /** A document lesson that was read. */
  readonly lesson: number | string;
  readonly trashedCourse: number | string;
  readonly trashedLesson: number | string;
  readonly trashedQuestionSet: number | string;
  /** A video lesson without a transcript. */
  readonly video: number | string;
  readonly docsource: string;
  readonly file: string;
  readonly questionSet: number | string;
  /** The question of that set. */
  readonly quizQuestion: number | string;
  /** A question in the bank of the lesson. */
  readonly candidate: number | string;
  /** In the transcripts of the course. */
  readonly conversation: number | string;
  /** The last one of that conversation. */
  readonly question: number | string;
  /** Another session than the one in use. */
  readonly session: string;
  readonly apiKey: string;
  readonly invitation: string;
  /** One that is done. */
  readonly job: string;
  readonly upload: string;
  readonly transcription: string;
  readonly transcriptionToken: string;
}

export const ABSENT: Things = {
  instructor: 2_000_000_000,
  course: 2_000_000_000,
  lesson: 2_000_000_000,
  trashedCourse: 2_000_000_000,
  trashedLesson: 2_000_000_000,
  trashedQuestionSet: 2_000_000_000,
  video: 2_000_000_000,
  docsource: 'ds_absent',
  file: '/files/i2000000000/00000000-0000-4000-8000-000000000000.txt?expires=9&signature=none',
  questionSet: 2_000_000_000,
  quizQuestion: 2_000_000_000,
  candidate: 2_000_000_000,
  conversation: 2_000_000_000,
  question: 2_000_000_000,
  session: '00000000-0000-4000-8000-000000000000',
  apiKey: '00000000-0000-4000-8000-000000000000',
  invitation: '00000000-0000-4000-8000-000000000000',
  job: '00000000-0000-4000-8000-000000000000',
  upload: '00000000-0000-4000-8000-000000000000',
  transcription: 'vid_absent',
  transcriptionToken: 'absent',
};

const NONSENSE = '1;drop';
export const MALFORMED: Things = {
  instructor: NONSENSE,
  course: NONSENSE,
  lesson: NONSENSE,
  trashedCourse: NONSENSE,
  trashedLesson: NONSENSE,
  trashedQuestionSet: NONSENSE,
  video: NONSENSE,
  docsource: NONSENSE,
  file: NONSENSE,
  questionSet: NONSENSE,
  quizQuestion: NONSENSE,
  candidate: NONSENSE,
  conversation: NONSENSE,
  question: NONSENSE,
  session: NONSENSE,
  apiKey: NONSENSE,
  invitation: NONSENSE,
  job: NONSENSE,
  upload: NONSENSE,
  transcription: NONSENSE,
  transcriptionToken: NONSENSE,
};

/** The things that a request names. */
export function listNamed(ask: (things: Things) => unknown, things: Things = ABSENT): ReadonlySet<string> {
  const named = new Set<string>();
  ask(
    new Proxy(things, {
      get: (target, name) => {
        named.add(String(name));
        return Reflect.get(target, name) as unknown;
      },
    }),
  );
  return named;
}
