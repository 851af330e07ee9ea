import { useParams } from 'react-router';
import { CourseScreen } from '../features/courses/course-screen.tsx';
import { readId } from '../ui/read-id.ts';

/** `/course/:courseId` */
export function Component() {
  const { courseId = '' } = useParams();
  // By its id, so that what was open on one course is not on the next.
  return <CourseScreen key={courseId} courseId={readId(courseId) ?? null} />;
}
