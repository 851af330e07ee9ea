import { useState } from 'react';
import { readStored, writeStored } from '../../api-client/browser-storage.ts';
import { isCourseSort, type CourseFilter } from './organise-courses.ts';

const STORED_SORT = 'courseSort';
const STORED_DEPARTMENT = 'courseDepartment';

/** How the list is organised; order and department are remembered for the next visit, the search is not. */
export function useCourseFilter() {
  const [filter, setFilter] = useState<CourseFilter>(() => {
    const sort = readStored(STORED_SORT);
    return {
      search: '',
      department: readStored(STORED_DEPARTMENT) ?? '',
      sort: isCourseSort(sort) ? sort : 'newest',
    };
  });
  const changeFilter = (change: Partial<CourseFilter>): void => {
    setFilter((current) => ({ ...current, ...change }));
    if (change.sort !== undefined) writeStored(STORED_SORT, change.sort);
    if (change.department !== undefined) writeStored(STORED_DEPARTMENT, change.department);
  };
  return { filter, changeFilter };
}
