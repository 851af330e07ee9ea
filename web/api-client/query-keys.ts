/** The keys of cached answers. Mutations invalidate by the same keys. */
export const queryKeys = {
  courses: ['courses'] as const,
  course: (courseId: number) => ['courses', 'one', courseId] as const,
  lessonsOfCourse: (courseId: number) => ['lessons', 'of-course', courseId] as const,
  lesson: (lessonId: number) => ['lessons', 'one', lessonId] as const,
  lessonText: (lessonId: number) => ['lessons', 'text', lessonId] as const,
  transcriptVersions: (lessonId: number) => ['lessons', 'transcript-versions', lessonId] as const,
  /** Once read, a text keeps its pages: another text has another `documentSourceId`. */
  recognizedPages: (lessonId: number, documentSourceId: string | null) =>
    ['lessons', 'recognized-pages', lessonId, documentSourceId] as const,
  questionBank: (lessonId: number) => ['lessons', 'question-bank', lessonId] as const,
  /** Under the bank's, whose events concern it, too. */
  changedEvidence: (lessonId: number) => ['lessons', 'question-bank', lessonId, 'changed-evidence'] as const,
  lessons: ['lessons'] as const,
  questionSets: ['question-sets'] as const,
  questionSetsOfCourse: (courseId: number | 'all') => ['question-sets', 'of-course', courseId] as const,
  questionSetsOfLesson: (lessonId: number) => ['question-sets', 'of-lesson', lessonId] as const,
  /** Under the question sets, because saving a question removes its fact from the list. */
  facts: (lessonId: number) => ['question-sets', 'facts', lessonId] as const,
  questionSet: (questionSetId: number) => ['question-sets', 'one', questionSetId] as const,
  questionSetDraft: (questionSetId: number) => ['question-sets', 'draft', questionSetId] as const,
  questionSetVersions: (questionSetId: number) => ['question-sets', 'versions', questionSetId] as const,
  questionSetCoverage: (questionSetId: number) => ['question-sets', 'coverage', questionSetId] as const,
  twoFactor: ['two-factor'] as const,
  /** The model in use. */
  writer: ['language-model'] as const,
  dashboard: ['dashboard'] as const,
  activity: ['activity'] as const,
  account: ['account'] as const,
  sessions: ['sessions'] as const,
  apiKeys: ['api-keys'] as const,
  conversations: ['conversations'] as const,
  suggestions: (scope: string) => ['suggestions', scope] as const,
  searches: ['search'] as const,
  search: (text: string) => ['search', text] as const,
  trash: ['trash'] as const,
  conversation: (conversationId: number) => ['conversations', 'one', conversationId] as const,
};
