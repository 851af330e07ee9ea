/** The names under which answers are remembered. What changes one of them forgets it by the same name. */
export const queryKeys = {
  courses: ['courses'] as const,
  course: (courseId: number) => ['courses', 'one', courseId] as const,
  lessonsOfCourse: (courseId: number) => ['lessons', 'of-course', courseId] as const,
  lesson: (lessonId: number) => ['lessons', 'one', lessonId] as const,
  lessonText: (lessonId: number) => ['lessons', 'text', lessonId] as const,
  /** Once read, a text keeps its pages: another text has another `docsourceId`. */
  recognizedPages: (lessonId: number, docsourceId: string | null) =>
    ['lessons', 'recognized-pages', lessonId, docsourceId] as const,
  questionBank: (lessonId: number) => ['lessons', 'question-bank', lessonId] as const,
  lessons: ['lessons'] as const,
  questionSets: ['question-sets'] as const,
  questionSetsOfCourse: (courseId: number) => ['question-sets', 'of-course', courseId] as const,
  questionSetsOfLesson: (lessonId: number) => ['question-sets', 'of-lesson', lessonId] as const,
  questionSet: (questionSetId: number) => ['question-sets', 'one', questionSetId] as const,
  questionSetDraft: (questionSetId: number) => ['question-sets', 'draft', questionSetId] as const,
  questionSetVersions: (questionSetId: number) => ['question-sets', 'versions', questionSetId] as const,
  questionSetCoverage: (questionSetId: number) => ['question-sets', 'coverage', questionSetId] as const,
  twoFactor: ['two-factor'] as const,
  dashboard: ['dashboard'] as const,
  activity: ['activity'] as const,
  conversations: ['conversations'] as const,
  search: (text: string) => ['search', text] as const,
  conversation: (conversationId: number) => ['conversations', 'one', conversationId] as const,
};
