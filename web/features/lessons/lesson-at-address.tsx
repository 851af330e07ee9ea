import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import type { Lesson } from '#contract/lessons.ts';
import { useLesson } from '#web/api-client/lesson-work.queries.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BlankLessonDrawing } from '#web/ui/illustrations/blank-lesson.tsx';
import { Link } from '#web/ui/link.tsx';
import { PageTitle } from '#web/ui/page-title.tsx';
import { paths } from '#web/ui/paths.ts';
import { readId } from '#web/ui/read-id.ts';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';

/** The lesson of this address does not exist, or belongs to another instructor. */
function NoLesson() {
  const { t } = useTranslation();
  return (
    <EmptyState
      drawing={<BlankLessonDrawing />}
      title={<PageTitle>{t('lessons.notFound')}</PageTitle>}
      text={t('lessons.notFoundHelp')}
      action={
        <Button component={Link} to={paths.courses}>
          {t('lessons.backToCourses')}
        </Button>
      }
    />
  );
}

interface Drawn {
  loading: ReactNode;
  children: (lesson: Lesson) => ReactNode;
}

/** The lesson of the address, `:lessonId`. */
export function LessonAtAddress(drawn: Drawn) {
  const { lessonId = '' } = useParams();
  const id = readId(lessonId);
  // Another lesson is another screen, which keeps no state of the previous one.
  return id === undefined ? <NoLesson /> : <LoadedLesson key={id} lessonId={id} {...drawn} />;
}

function LoadedLesson({ lessonId, loading, children }: Drawn & { lessonId: number }) {
  const { t } = useTranslation();
  return (
    <WhenLoaded
      query={useLesson(lessonId)}
      failure={t('lessons.failed')}
      loading={loading}
      missing={<NoLesson />}
    >
      {children}
    </WhenLoaded>
  );
}
