import { Suspense } from 'react';
import { useNavigate, useParams } from 'react-router';
import { CourseScreen } from '../features/courses/course-screen.tsx';
import { ImportDialog } from '../features/quizzes/importing/load-import-dialog.ts';
import { DownloadDialog } from '../features/quizzes/load-download-dialog.ts';
import { EMPTY_QUIZ_FORM } from '../features/quizzes/quiz-form-values.ts';
import { DialogOnItsWay } from '../ui/dialog-on-its-way.tsx';
import { paths } from '../ui/paths.ts';

/** As the server reads an id: a whole number from 1 that PostgreSQL can hold. */
const ID = /^[1-9][0-9]{0,9}$/;
const LARGEST_ID = 2_147_483_647;

function readId(text: string): number | null {
  const id = ID.test(text) ? Number(text) : LARGEST_ID + 1;
  return id <= LARGEST_ID ? id : null;
}

/** `/course/:courseId` */
export function Component() {
  const { courseId = '' } = useParams();
  const navigate = useNavigate();
  // By its id, so that what was open on one course is not on the next.
  return (
    <CourseScreen
      key={courseId}
      courseId={readId(courseId)}
      renderDialog={(name, { id, title }, onClose) => (
        <Suspense fallback={<DialogOnItsWay />}>
          {name === 'download' ? (
            <DownloadDialog source={{ kind: 'course', id, name: title }} onClose={onClose} />
          ) : (
            <ImportDialog
              values={{ ...EMPTY_QUIZ_FORM, courseId: id }}
              onImported={(setId) => void navigate(paths.savedQuiz(setId))}
              onClose={onClose}
            />
          )}
        </Suspense>
      )}
    />
  );
}
