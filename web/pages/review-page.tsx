import { QuizAtAddress } from '../features/quizzes/quiz-at-address.tsx';
import { ReviewScreen } from '../features/quizzes/review/review-screen.tsx';

/** `/quiz/:questionSetId/review`: the questions of a quiz, one at a time. */
export const Component = () => <QuizAtAddress>{(quiz) => <ReviewScreen quiz={quiz} />}</QuizAtAddress>;
