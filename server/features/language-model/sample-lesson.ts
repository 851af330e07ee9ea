import type { LessonText } from '#server/language/lesson-text.ts';

const TEXT = `The axis of the Earth is tilted by about 23.5 degrees against its orbit around the Sun. The tilt keeps its direction in space during the whole year. In June the northern half of the Earth leans towards the Sun. Its light then falls more steeply there, so each square metre receives more energy, and the days are longer. Both effects together make the northern summer. In December the northern half leans away from the Sun, its light falls at a low angle, and the days are short. The distance from the Sun is not the cause of the seasons. The Earth is nearest to the Sun in early January, in the middle of the northern winter, because the distance varies by only about three percent over the year.`;

/** The sample page of the test, short enough for every model. */
export const SAMPLE_LESSON: LessonText = {
  title: 'Why the seasons change',
  spoken: false,
  passages: [
    {
      id: '1',
      position: 0,
      text: TEXT,
      section: 0,
      heading: 'Seasons',
      titlePath: ['Seasons'],
      kind: 'prose',
      isAdministrative: false,
      page: 1,
      pageEnd: 1,
      startSecond: null,
      endSecond: null,
      startOffset: 0,
      endOffset: TEXT.length,
    },
  ],
};
