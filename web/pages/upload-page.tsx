import { Anchor, Button, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router';
import type { Lesson } from '#contract/lessons.ts';
import { useCourseList } from '../api-client/course-list.queries.ts';
import { UploadForm } from '../features/uploads/upload-form.tsx';
import uploads from '../locales/en/uploads.json';
import { addTexts } from '../ui/add-texts.ts';
import { EmptyState } from '../ui/empty-state.tsx';
import { EmptyShelfDrawing } from '../ui/illustrations/empty-shelf.tsx';
import { Link } from '../ui/link.tsx';
import { PageTitle } from '../ui/page-title.tsx';
import { paths } from '../ui/paths.ts';
import { Skeletons } from '../ui/skeletons.tsx';
import { WhenLoaded } from '../ui/when-loaded.tsx';

addTexts({ uploads });

/** Upload Content. `?course=` says which course is chosen at first. */
export function Component() {
  const { t } = useTranslation();
  return (
    <Stack gap="lg">
      <div>
        <PageTitle>{t('uploads.title')}</PageTitle>
        <Text c="dimmed" mt={4}>
          {t('uploads.intro')}
        </Text>
      </div>
      <UploadToCourse />
    </Stack>
  );
}

function UploadToCourse() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [parameters] = useSearchParams();
  const courses = useCourseList();
  const wanted = Number(parameters.get('course'));
  const onDone = (lessons: readonly Lesson[]): void => {
    const [lesson] = lessons;
    if (lesson === undefined) return;
    const isOne = lessons.length === 1;
    const needsIngestion = lessons.some(
      ({ kind, document_source_id: id }) => kind !== 'video' && id === null,
    );
    // Shown over the course that comes next, by the frame around both pages.
    const id = notifications.show({
      color: 'green',
      icon: <IconCheck size={18} aria-hidden />,
      autoClose: needsIngestion ? 15_000 : 8_000,
      message: (
        <>
          <Text size="sm">
            {isOne
              ? t('uploads.done', { title: lesson.title })
              : t('uploads.doneMany', { count: lessons.length })}
          </Text>
          {isOne && (
            <Anchor
              component={Link}
              to={paths.lesson(lesson.id)}
              size="sm"
              fw={500}
              // It would cover the buttons of the lesson.
              onClick={() => notifications.hide(id)}
            >
              {t('uploads.openLesson')}
            </Anchor>
          )}
          {needsIngestion && (
            <Text size="sm" c="dimmed">
              {t('uploads.ingestHint')}
            </Text>
          )}
        </>
      ),
      closeButtonProps: { 'aria-label': t('common.close') },
    });
    void navigate(paths.course(lesson.course));
  };
  return (
    <WhenLoaded
      query={courses}
      failure={t('uploads.coursesFailed')}
      loading={<Skeletons label={t('uploads.loading')} heights={[64, 64, 180, 64]} gap="lg" />}
    >
      {(all) =>
        all.length === 0 ? (
          <EmptyState
            drawing={<EmptyShelfDrawing />}
            text={t('uploads.noCourses')}
            action={
              <Button component={Link} to={paths.courses}>
                {t('uploads.toCourses')}
              </Button>
            }
          />
        ) : (
          <UploadForm
            courses={all}
            firstCourseId={all.find(({ id }) => id === wanted)?.id ?? null}
            onDone={onDone}
          />
        )
      }
    </WhenLoaded>
  );
}
