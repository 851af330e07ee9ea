import { NativeSelect, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import classes from './course-toolbar.module.css';
import { COURSE_SORTS, isCourseSort, type CourseFilter } from './organise-courses.ts';

export function CourseToolbar({
  filter,
  departments,
  onChange,
}: {
  filter: CourseFilter;
  departments: readonly string[];
  onChange: (change: Partial<CourseFilter>) => void;
}) {
  const { t } = useTranslation();
  return (
    <div className={classes.toolbar} role="search" aria-label={t('courses.organise')}>
      <TextInput
        className={classes.search}
        type="search"
        data-search
        aria-label={t('courses.search')}
        placeholder={t('courses.search')}
        leftSection={<IconSearch size={18} stroke={1.6} aria-hidden />}
        value={filter.search}
        dir="auto"
        onChange={({ currentTarget }) => onChange({ search: currentTarget.value })}
      />
      <NativeSelect
        className={classes.select}
        aria-label={t('courses.departmentFilter')}
        value={filter.department}
        data={[
          { value: '', label: t('courses.allDepartments') },
          ...departments.map((department) => ({ value: department, label: department })),
        ]}
        onChange={({ currentTarget }) => onChange({ department: currentTarget.value })}
      />
      <NativeSelect
        className={classes.select}
        aria-label={t('courses.sort')}
        value={filter.sort}
        data={COURSE_SORTS.map((sort) => ({ value: sort, label: t(`courses.sorts.${sort}`) }))}
        onChange={({ currentTarget: { value } }) => {
          if (isCourseSort(value)) onChange({ sort: value });
        }}
      />
    </div>
  );
}
