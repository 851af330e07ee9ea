import { QuizAtAddress } from '../features/quizzes/quiz-at-address.tsx';
import { QuizScreen } from '../features/quizzes/quiz-screen.tsx';

/** `/quiz/:questionSetId`: the questions of a quiz, to edit. */
export const Component = () => <QuizAtAddress>{(quiz) => <QuizScreen quiz={quiz} />}</QuizAtAddress>;
