import { join } from 'node:path';
import type { TitleCard } from './draw-title-card.ts';

const LESSONS = join(import.meta.dirname, 'lessons');

export const DEMO_COURSE = {
  title: 'Turning points',
  description:
    'Three ways in which the world changes: by revolution, by continents that move, and by a machine that copies words. A seminar for the first year.',
  department: 'General Studies',
  outcomes: [
    {
      short_name: 'DICK',
      description: 'Describe how Dickens opens his novel with contrasts of the best and worst times.',
    },
    {
      short_name: 'PLATE',
      description: 'Explain why tectonic plates move and what happens at each kind of boundary.',
    },
    { short_name: 'EVID', description: 'Name the evidence for continental drift and sea-floor spreading.' },
    { short_name: 'PRINT', description: 'Explain how Gutenberg printed books with movable type.' },
    {
      short_name: 'EFFCT',
      description: 'Discuss the effects of printing on religion, science and language in Europe.',
    },
  ],
};

interface Described {
  readonly title: string;
  readonly description: string;
  /** What it is, for the person who watches. */
  readonly what: string;
}
export interface VideoLesson extends Described {
  readonly kind: 'video';
  readonly card: TitleCard;
}
export interface PdfLesson extends Described {
  readonly kind: 'pdf';
  /** The text that the handout is laid out from. */
  readonly sourcePath: string;
}
export interface TextLesson extends Described {
  readonly kind: 'text';
  /** The file that is uploaded as it is. */
  readonly sourcePath: string;
}
export type DemoLesson = VideoLesson | PdfLesson | TextLesson;

export const DEMO_LESSONS: readonly DemoLesson[] = [
  {
    kind: 'video',
    title: 'A Tale of Two Cities: the opening',
    description: 'The first paragraphs of the novel, read aloud.',
    what: 'A video: human speech set to a picture',
    card: {
      kicker: 'Lecture 1 · Reading aloud',
      title: 'A Tale of Two Cities',
      quotation: '“It was the best of times, it was the worst of times …”',
      credit: 'Charles Dickens, 1859 · the opening of the first chapter',
    },
  },
  {
    kind: 'pdf',
    title: 'The moving plates',
    description: 'Plate tectonics: the plates, their boundaries, and what drives them.',
    what: 'A PDF: a lecture handout of three pages',
    sourcePath: join(LESSONS, 'plate-tectonics.txt'),
  },
  {
    kind: 'text',
    title: 'How printing changed Europe',
    description: 'Movable type from Bi Sheng to Gutenberg, and what followed.',
    what: 'A text: a lecture of about 1,000 words',
    sourcePath: join(LESSONS, 'printing-press.txt'),
  },
];
