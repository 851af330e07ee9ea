import { useParams } from 'react-router';
import { CourseScreen } from '../features/courses/course-screen.tsx';

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
  // By its id, so that what was open on one course is not on the next.
  return <CourseScreen key={courseId} courseId={readId(courseId)} />;
}
