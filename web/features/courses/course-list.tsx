import { Alert, Button, Group, Text, Skeleton, VisuallyHidden } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useDeferredValue, useMemo, useState, lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router';
import type { Course } from '#contract/courses.ts';
import { useCourseList } from '#web/api-client/course-list.queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Failure } from '#web/ui/failure.tsx';
import { EmptyShelfDrawing } from '#web/ui/illustrations/empty-shelf.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { readStored, writeStored } from '#web/api-client/browser-storage.ts';
import { ownName } from '#web/api-client/own-names.ts';
import { courseLinkId, courseMenuId, type CourseActions, CourseCard, type Grid } from './course-card.tsx';
import { CourseDialogs, type OpenDialog } from './course-dialogs.tsx';
import { CourseToolbar } from './course-toolbar.tsx';
import { usePinCourse, useSaveCourse } from './courses.queries.ts';
import { DemoOffer } from './demo-course.tsx';
import { GuideCard } from './guide-card.tsx';
import { listDepartments, organiseCourses, isCourseSort, type CourseFilter } from './organise-courses.ts';
import asideClasses from './work-and-quizzes.module.css';
import { WorkAndQuizzes } from './work-and-quizzes.tsx';
import cardClasses from './course-card.module.css';
import classes from './course-grid.module.css';

/** Up to here all cards are in the page, where the browser's own search finds them. */
const MOST_DRAWN = 60;

const LongGrid = lazy(async () => ({ default: (await import('./long-grid.tsx')).LongGrid }));

/** The cards of all courses; of a long list, only those in sight and near it are drawn. */
function CourseGrid(grid: Grid) {
  const { t } = useTranslation();
  if (grid.courses.length > MOST_DRAWN)
    return (
      // Until then, what is below the list stays out of sight.
      <Suspense
        fallback={
          <div className={classes.screenful}>
            <CourseGridSkeleton />
          </div>
        }
      >
        <LongGrid {...grid} />
      </Suspense>
    );
  return (
    <ul className={`${classes.grid} ${classes.natural}`} aria-label={t('courses.title')}>
      {grid.courses.map((course) => (
        <li key={course.id}>
          <CourseCard course={course} now={grid.now} actions={grid.actions} />
        </li>
      ))}
    </ul>
  );
}

const STORED_SORT = 'courseSort';
const STORED_DEPARTMENT = 'courseDepartment';

/** How the list is organised; order and department are remembered for the next visit, the search is not. */
function useCourseFilter() {
  const [filter, setFilter] = useState<CourseFilter>(() => {
    const sort = readStored(STORED_SORT);
    return {
      search: '',
      department: readStored(ownName(STORED_DEPARTMENT)) ?? '',
      sort: isCourseSort(sort) ? sort : 'newest',
    };
  });
  const changeFilter = (change: Partial<CourseFilter>): void => {
    setFilter((current) => ({ ...current, ...change }));
    if (change.sort !== undefined) writeStored(STORED_SORT, change.sort);
    if (change.department !== undefined) writeStored(ownName(STORED_DEPARTMENT), change.department);
  };
  return { filter, changeFilter };
}

const CARDS = [0, 1, 2, 3, 4, 5];

function CourseGridSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t('courses.loading')}</VisuallyHidden>
      <div className={`${classes.grid} ${classes.natural}`} aria-hidden>
        {CARDS.map((card) => (
          <div key={card} className={cardClasses.skeleton}>
            <Skeleton height={60} radius={0} />
            <div className={cardClasses.skeletonBody}>
              <Skeleton height={18} width="70%" />
              <Skeleton height={12} width="40%" />
              <Skeleton height={12} />
              <Skeleton height={12} />
              <Skeleton height={12} width="55%" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}

const ADD_BUTTON = 'add-course';
/** The contract's longest title of a course, in characters. */
const TITLE_LONGEST = 300;

/** My Courses: the cards, how they are organised, and the dialogs that change them. */
export function CourseList() {
  const { t, i18n } = useTranslation();
  const list = useCourseList();
  const pin = usePinCourse();
  const { filter, changeFilter } = useCourseFilter();
  const [parameters, setParameters] = useSearchParams();
  const [dialog, setDialog] = useState<OpenDialog>();
  // Opened once the dialog, which asks before another page is opened, is gone.
  const [made, setMade] = useState<Course>();
  const creation = useSaveCourse();
  const focus = useFocusRequest();
  const { mutate: mutatePin } = pin;
  const { mutate: mutateCreation } = creation;

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
      onEdit: (course) => setDialog({ kind: 'edit', course }),
      onDelete: (course) => setDialog({ kind: 'delete', course }),
      onPin: (course) => mutatePin({ id: course.id, isPinned: !course.is_pinned }),
      onCopy: ({ id, title }) => {
        const named = t('courses.copyOf', { title }).slice(0, TITLE_LONGEST);
        mutateCreation({ copyOf: id, title: named }, { onSuccess: setMade });
      },
    }),
    [mutatePin, mutateCreation, t],
  );

  const create = (): void => setDialog({ kind: 'create' });
  const closeAndFocus = (id: string): void => {
    setDialog(undefined);
    if (parameters.has('new')) setParameters({}, { replace: true });
    focus(id);
  };
  const focusNeighbour = (course: Course): void => {
    const index = shown.findIndex(({ id }) => id === course.id);
    const neighbour = shown[index + 1] ?? shown[index - 1];
    closeAndFocus(neighbour === undefined ? ADD_BUTTON : courseLinkId(neighbour.id));
  };

  if (made !== undefined) return <Navigate to={paths.course(made.id)} replace={parameters.has('new')} />;
  return (
    <>
      <Group justify="space-between" gap="sm">
        <PageTitle>{t('courses.title')}</PageTitle>
        <Button id={ADD_BUTTON} leftSection={<IconPlus size={18} aria-hidden />} onClick={create}>
          {t('courses.add')}
        </Button>
      </Group>
      {courses !== undefined && <GuideCard courses={courses} onAddCourse={create} />}
      {creation.isError && <Failure message={t('courses.notMade')} error={creation.error} />}
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
            <Alert role="alert" color="red" mb="md">
              {t('courses.pinFailed')}
            </Alert>
          )}
          {shown.length === 0 ? (
            <EmptyState
              drawing={<EmptyShelfDrawing />}
              text={t('courses.noneFound')}
              action={
                <Button variant="default" onClick={() => changeFilter({ search: '', department: '' })}>
                  {t('courses.showAll')}
                </Button>
              }
            />
          ) : (
            <div className={asideClasses.workspace}>
              <CourseGrid courses={shown} now={list.dataUpdatedAt} actions={actions} />
              <WorkAndQuizzes courseId="all" />
            </div>
          )}
        </>
      )}
      {courses !== undefined && (
        <DemoOffer
          courses={courses}
          isAdding={creation.isPending}
          onAdd={() => mutateCreation('demo', { onSuccess: setMade })}
        />
      )}
      <CourseDialogs
        // An address with `?new=1` opens the dialog for a new course.
        dialog={dialog ?? (parameters.has('new') ? { kind: 'create' } : undefined)}
        departments={departments}
        onClose={(closed) =>
          closeAndFocus(closed.kind === 'create' ? ADD_BUTTON : courseMenuId(closed.course.id))
        }
        onCreated={setMade}
        onEdited={(course) => closeAndFocus(courseMenuId(course.id))}
        onDeleted={focusNeighbour}
      />
    </>
  );
}
