/** Elements that take the focus after something was done with a candidate. */
export const stemIdOf = (candidateId: number): string => `candidate-${candidateId}`;
export const editIdOf = (candidateId: number): string => `candidate-${candidateId}-edit`;
export const LIST_HEADING_ID = 'bank-questions';
export const ADD_TO_QUIZ_ID = 'bank-add-to-quiz';
export const SELECT_SHOWN_ID = 'bank-select-shown';
