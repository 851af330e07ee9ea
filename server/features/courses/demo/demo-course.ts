import { join } from 'node:path';

const LESSONS = join(import.meta.dirname, 'lessons');

export const DEMO_COURSE = {
  title: 'Prices, plates and pulse',
  description:
    'Three things that never stand still: the prices we pay, the continents we live on, and the blood in our veins. A first-year seminar.',
  department: 'General Studies',
  outcomes: [
    {
      short_name: 'INFL',
      description: 'Define inflation and explain how it is measured and what causes it.',
    },
    {
      short_name: 'MONEY',
      description: 'Explain how a central bank slows inflation with its policy rate.',
    },
    {
      short_name: 'PLATE',
      description: 'Explain why tectonic plates move and what happens at each kind of boundary.',
    },
    { short_name: 'EVID', description: 'Name the evidence for continental drift and sea-floor spreading.' },
    {
      short_name: 'HEART',
      description: 'Describe how blood flows through the heart, the vessels and the two circulations.',
    },
  ],
};

interface Described {
  readonly title: string;
  readonly description: string;
  /** The file to upload. */
  readonly path: string;
  /** Its questions, as a JSON file. */
  readonly quizPath: string;
}
interface VideoLesson extends Described {
  readonly kind: 'video';
  /** What Lectern recognizes in the recording, for courses that are added without transcribing it. */
  readonly transcriptPath: string;
  /** What the recording says, one sentence a line. */
  readonly scriptPath: string;
}
interface DocumentLesson extends Described {
  readonly kind: 'pdf' | 'text';
}
export type DemoLesson = VideoLesson | DocumentLesson;

export const DEMO_LESSONS: readonly DemoLesson[] = [
  {
    kind: 'video',
    title: 'What inflation is',
    description: 'A lecture of four minutes, spoken by a synthetic voice.',
    path: join(LESSONS, 'what-inflation-is.mp4'),
    quizPath: join(LESSONS, 'what-inflation-is.quiz.json'),
    transcriptPath: join(LESSONS, 'what-inflation-is.vtt'),
    scriptPath: join(LESSONS, 'what-inflation-is.txt'),
  },
  {
    kind: 'pdf',
    title: 'The moving plates',
    description: 'Plate tectonics: the plates, their boundaries, and what drives them.',
    path: join(LESSONS, 'the-moving-plates.pdf'),
    quizPath: join(LESSONS, 'the-moving-plates.quiz.json'),
  },
  {
    kind: 'text',
    title: 'How the heart moves the blood',
    description: 'The two pumps, the two circuits, the heartbeat, and how its work is measured.',
    path: join(LESSONS, 'how-the-heart-works.txt'),
    quizPath: join(LESSONS, 'how-the-heart-works.quiz.json'),
  },
];
