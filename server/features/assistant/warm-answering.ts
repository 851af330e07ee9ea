import { composeAnswer } from './compose/compose-answer.ts';

/**
 * Loads what composing needs before somebody waits for it: the first answer takes half a second longer than all others.
 */
export async function warmAnswering(): Promise<void> {
  await composeAnswer({
    question: 'What is a lectern?',
    found: {
      passages: [
        {
          passageId: '0',
          docsourceId: '0',
          position: 0,
          section: 0,
          heading: null,
          text: 'A lectern is a stand for the notes of somebody who speaks.',
          kind: 'prose',
          page: null,
          pageEnd: null,
          startSecond: null,
          endSecond: null,
          lessonId: 0,
          lessonTitle: 'Lecterns',
          courseId: 0,
          courseTitle: 'Furniture',
          videoId: null,
          score: 1,
          wordRank: 1,
          meaningRank: null,
          similarity: null,
        },
      ],
      byMeaning: false,
    },
    embed: undefined,
  });
}
