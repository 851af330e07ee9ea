/** The ids of what may get the focus after an edit. */
export const headingIdOf = (questionKey: string): string => `question-${questionKey}`;
export const stemIdOf = (questionKey: string): string => `stem-${questionKey}`;
export const moveIdOf = (questionKey: string, direction: 'up' | 'down'): string =>
  `move-${direction}-${questionKey}`;
export const optionIdOf = (optionKey: string): string => `option-${optionKey}`;
export const addOptionIdOf = (questionKey: string): string => `add-option-${questionKey}`;
export const keyPointIdOf = (pointKey: string): string => `point-${pointKey}`;
export const addKeyPointIdOf = (questionKey: string): string => `add-point-${questionKey}`;
export const citeIdOf = (questionKey: string): string => `cite-${questionKey}`;
export const flawIdOf = (questionKey: string, code: string): string => `flaw-${code}-${questionKey}`;
export const ADD_QUESTION_ID = 'add-question';
export const EDITOR_HEADING_ID = 'question-editor';
