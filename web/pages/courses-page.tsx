import { CourseList } from '../features/courses/course-list.tsx';

/** `/courses` */
export function Component() {
  return <CourseList />;
}
