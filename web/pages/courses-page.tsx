import { CourseList } from '../features/courses/course-list.tsx';

/** `/courses` */
export const Component = CourseList;
