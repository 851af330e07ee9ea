import { Button, Skeleton, Stack, VisuallyHidden } from '@mantine/core';
import { IconArrowLeft, IconListCheck, IconMessageCircle, IconPencil, IconUpload } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import type { Course } from '#contract/courses.ts';
import { DialogOnItsWay } from '#web/ui/dialog-on-its-way.tsx';
import { useCourseList } from '#web/api-client/course-list.queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { LostPageDrawing } from '#web/ui/illustrations/lost-page.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { CourseFormDialog } from './course-dialogs.tsx';
import { CourseTabs } from './course-tabs.tsx';
import classes from './course-screen.module.css';
import { useCourse } from './courses.queries.ts';
import { DemoNote } from './demo-course.tsx';
import { listDepartments } from './organise-courses.ts';

const EDIT_BUTTON = 'edit-course';

/**
 * A course and its content.
 * @param courseId `null` when the address holds no such thing as an id.
 */
export function CourseScreen({ courseId }: { courseId: number | null }) {
  const { t } = useTranslation();
  const course = useCourse(courseId);
  return (
    <>
      <Button
        component={Link}
        to={paths.courses}
        variant="subtle"
        color="gray"
        size="xs"
        className={classes.back}
        leftSection={<IconArrowLeft size={17} aria-hidden />}
        aria-label={t('courses.toCourses')}
      >
        {t('courses.backShort')}
      </Button>
      {courseId === null ? (
        <NoCourse />
      ) : (
        <WhenLoaded
          query={course}
          failure={t('courses.loadFailed')}
          loading={<CourseSkeleton />}
          missing={<NoCourse />}
        >
          {(loaded) => <CourseContent course={loaded} />}
        </WhenLoaded>
      )}
    </>
  );
}

function NoCourse() {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<LostPageDrawing />}
      title={<PageTitle>{t('courses.notFound')}</PageTitle>}
      text={t('courses.notFoundHelp')}
      action={
        <Button component={Link} to={paths.courses}>
          {t('courses.title')}
        </Button>
      }
    />
  );
}

function CourseContent({ course }: { course: Course }) {
  const { t, i18n } = useTranslation();
  const [isEditing, setIsEditing] = useState(false);
  const focus = useFocusRequest();
  const navigate = useNavigate();
  const closeDialog = (): void => {
    setIsEditing(false);
    focus(EDIT_BUTTON);
  };
  return (
    <>
      <div className={classes.head}>
        <div className={classes.words} dir="auto">
          <PageTitle>{course.title}</PageTitle>
          <p className={classes.department}>{course.department}</p>
          <p className={classes.description}>{course.description}</p>
        </div>
        <div className={classes.actions}>
          <Button
            component={Link}
            to={paths.uploadTo(course.id)}
            leftSection={<IconUpload size={17} aria-hidden />}
          >
            {t('courses.uploadContent')}
          </Button>
          <Button
            component={Link}
            to={paths.quizOf(course.id)}
            variant="default"
            leftSection={<IconListCheck size={17} aria-hidden />}
          >
            {t('courses.createQuiz')}
          </Button>
          <Button
            component={Link}
            to={paths.askIn(course.id)}
            variant="default"
            leftSection={<IconMessageCircle size={17} aria-hidden />}
            aria-label={t('courses.askAssistant')}
          >
            {t('courses.ask')}
          </Button>
          <Button
            id={EDIT_BUTTON}
            variant="default"
            leftSection={<IconPencil size={17} aria-hidden />}
            onClick={() => setIsEditing(true)}
          >
            {t('courses.edit')}
          </Button>
        </div>
      </div>
      {course.is_demo && <DemoNote course={course} onRemoved={() => void navigate(paths.courses)} />}
      {course.outcomes.length > 0 && <Outcomes course={course} />}
      <CourseTabs course={course} />
      {isEditing && (
        <Suspense fallback={<DialogOnItsWay />}>
          <EditWithSuggestions course={course} language={i18n.language} onClose={closeDialog} />
        </Suspense>
      )}
    </>
  );
}

/** The list of courses, which contains the departments to suggest, is loaded only for editing. */
function EditWithSuggestions({
  course,
  language,
  onClose,
}: {
  course: Course;
  language: string;
  onClose: () => void;
}) {
  const { data = [] } = useCourseList();
  return (
    <CourseFormDialog
      course={course}
      departments={listDepartments(data, language)}
      onSaved={onClose}
      onClose={onClose}
    />
  );
}

function Outcomes({ course }: { course: Course }) {
  const { t } = useTranslation();
  return (
    <details className={classes.outcomes}>
      <summary>{t('courses.outcomesOf', { count: course.outcomes.length })}</summary>
      <dl>
        {course.outcomes.map((outcome) => (
          <div key={outcome.short_name} style={{ display: 'contents' }}>
            <dt>{outcome.short_name}</dt>
            <dd dir="auto">{outcome.description}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function CourseSkeleton() {
  const { t } = useTranslation();
  return (
    <div role="status">
      <VisuallyHidden>{t('courses.loadingCourse')}</VisuallyHidden>
      <Stack gap="sm" mt="md" aria-hidden>
        <Skeleton height={32} width="45%" />
        <Skeleton height={16} width="20%" />
        <Skeleton height={16} width="70%" />
        <Skeleton height={40} mt="md" />
        <Skeleton height={74} />
        <Skeleton height={74} />
      </Stack>
    </div>
  );
}
