import { Alert, Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import type { Course } from '../../../contract/courses.ts';
import { useCourseList } from '../../api-client/course-list.queries.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Failure } from '../../ui/failure.tsx';
import { EmptyShelfDrawing } from '../../ui/illustrations/empty-shelf.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { useFocusRequest } from '../../ui/use-focus-request.ts';
import { courseLinkId, courseMenuId, type CourseActions } from './course-card.tsx';
import { CourseDialogs, type OpenDialog } from './course-dialogs.tsx';
import { CourseGridSkeleton } from './course-grid-skeleton.tsx';
import { CourseGrid } from './course-grid.tsx';
import { CourseToolbar } from './course-toolbar.tsx';
import { usePinCourse } from './courses.queries.ts';
import { listDepartments, organiseCourses } from './organise-courses.ts';
import { useCourseFilter } from './use-course-filter.ts';

const ADD_BUTTON = 'add-course';

/** My Courses: the cards, how they are organised, and the dialogs that change them. */
export function CourseList() {
  const { t, i18n } = useTranslation();
  const list = useCourseList();
  const pin = usePinCourse();
  const { filter, changeFilter } = useCourseFilter();
  const [parameters, setParameters] = useSearchParams();
  // An address with `?new=1` opens the dialog for a new course.
  const [dialog, setDialog] = useState<OpenDialog | undefined>(
    parameters.has('new') ? { kind: 'create' } : undefined,
  );
  const focus = useFocusRequest();
  const { mutate: mutatePin } = pin;

  const courses = list.data;
  const language = i18n.language;
  const departments = useMemo(() => listDepartments(courses ?? [], language), [courses, language]);
  // A department that has no course any more filters nothing.
  const department = departments.includes(filter.department) ? filter.department : '';
  const search = useDeferredValue(filter.search);
  const shown = useMemo(
    () => organiseCourses(courses ?? [], { search, department, sort: filter.sort }, language),
    [courses, search, department, filter.sort, language],
  );
  const actions = useMemo<CourseActions>(
    () => ({
      onEdit: (course) => {
        setDialog({ kind: 'edit', course });
      },
      onDelete: (course) => {
        setDialog({ kind: 'delete', course });
      },
      onPin: (course) => {
        mutatePin({ id: course.id, isPinned: !course.is_pinned });
      },
    }),
    [mutatePin],
  );

  const create = (): void => {
    setDialog({ kind: 'create' });
  };
  const closeAndFocus = (id: string): void => {
    setDialog(undefined);
    if (parameters.has('new')) setParameters({}, { replace: true });
    focus(id);
  };
  const showCreated = (course: Course): void => {
    // Shown whatever was searched for before, and above everything that is not pinned.
    changeFilter({ search: '', department: '', sort: 'newest' });
    closeAndFocus(courseLinkId(course.id));
  };
  const focusNeighbour = (course: Course): void => {
    const index = shown.findIndex(({ id }) => id === course.id);
    const neighbour = shown[index + 1] ?? shown[index - 1];
    closeAndFocus(neighbour === undefined ? ADD_BUTTON : courseLinkId(neighbour.id));
  };

  return (
    <>
      <Group justify="space-between" gap="sm">
        <PageTitle>{t('courses.title')}</PageTitle>
        <Button id={ADD_BUTTON} leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
          {t('courses.add')}
        </Button>
      </Group>
      {list.isPending && <CourseGridSkeleton />}
      {list.isError && courses === undefined && (
        <Failure
          message={t('courses.listFailed')}
          error={list.error}
          onRetry={() => void list.refetch()}
          isRetrying={list.isRefetching}
        />
      )}
      {courses?.length === 0 && <EmptyState drawing={<EmptyShelfDrawing />} text={t('courses.empty')} />}
      {courses !== undefined && courses.length > 0 && (
        <>
          <CourseToolbar
            filter={{ ...filter, department }}
            departments={departments}
            onChange={changeFilter}
          />
          <Text size="sm" c="dimmed" mb="md" role="status">
            {shown.length === courses.length
              ? t('courses.count', { count: courses.length })
              : t('courses.found', { count: courses.length, found: shown.length })}
          </Text>
          {pin.isError && (
            <Alert role="alert" color="red" variant="light" mb="md">
              {t('courses.pinFailed')}
            </Alert>
          )}
          {shown.length === 0 ? (
            <EmptyState
              drawing={<EmptyShelfDrawing />}
              text={t('courses.noneFound')}
              action={
                <Button
                  variant="default"
                  onClick={() => {
                    changeFilter({ search: '', department: '' });
                  }}
                >
                  {t('courses.showAll')}
                </Button>
              }
            />
          ) : (
            <CourseGrid courses={shown} now={list.dataUpdatedAt} actions={actions} />
          )}
        </>
      )}
      <CourseDialogs
        dialog={dialog}
        departments={departments}
        onClose={(closed) => {
          closeAndFocus(closed.kind === 'create' ? ADD_BUTTON : courseMenuId(closed.course.id));
        }}
        onCreated={showCreated}
        onEdited={(course) => {
          closeAndFocus(courseMenuId(course.id));
        }}
        onDeleted={focusNeighbour}
      />
    </>
  );
}
