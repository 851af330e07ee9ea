import { QuizAtAddress } from '../features/quizzes/quiz-at-address.tsx';
import { ReviewScreen } from '../features/quizzes/review/review-screen.tsx';
import review from '../locales/en/review.json';
import { addTexts } from '../ui/add-texts.ts';

addTexts({ review });

/** `/quiz/:questionSetId/review`: the questions of a quiz, one at a time. */
export const Component = () => <QuizAtAddress>{(quiz) => <ReviewScreen quiz={quiz} />}</QuizAtAddress>;
