import { Alert, Button, Group, Text } from '@mantine/core';
import { IconInfoCircle, IconPlus, IconTrash } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import { useMoveToTrash } from '#web/api-client/trash.queries.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useUndoDeletion } from '#web/ui/use-undo-deletion.ts';
import { isBeingFilled, useLessonsWithProgress } from './lessons-of-course.queries.ts';

/** Removes the demonstration at once: it can be taken back, and added again. */
function RemoveDemo({ course, onRemoved }: { course: Course; onRemoved?: () => void }) {
  const { t } = useTranslation();
  const deletion = useMoveToTrash();
  const offerUndo = useUndoDeletion();
  const remove = (): void => {
    const item = { kind: 'course', id: course.id, title: course.title } as const;
    deletion.mutate(item, {
      onSuccess: () => {
        offerUndo(item);
        onRemoved?.();
      },
    });
  };
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconTrash size={16} aria-hidden />}
        loading={deletion.isPending}
        onClick={remove}
      >
        {t('courses.demo.remove')}
      </Button>
      {deletion.isError && <Failure message={t('courses.deleteFailed')} error={deletion.error} />}
    </>
  );
}

/** Below the list: adds the demonstration course, or removes it. */
export function DemoOffer({
  courses,
  isAdding,
  onAdd,
}: {
  courses: readonly Course[];
  isAdding: boolean;
  onAdd: () => void;
}) {
  const { t } = useTranslation();
  const demo = courses.find((course) => course.is_demo);
  return (
    <Group gap="sm" mt="xl" justify="center">
      {demo === undefined ? (
        <>
          <Text size="sm" c="dimmed" ta="center">
            {t('courses.demo.offer')}
          </Text>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconPlus size={16} aria-hidden />}
            loading={isAdding}
            onClick={onAdd}
          >
            {t('courses.demo.add')}
          </Button>
        </>
      ) : (
        <RemoveDemo course={demo} />
      )}
    </Group>
  );
}

/** On the page of the demonstration course: what it is, and how to get rid of it. */
export function DemoNote({ course, onRemoved }: { course: Course; onRemoved: () => void }) {
  const { t } = useTranslation();
  const { lessons } = useLessonsWithProgress(course);
  return (
    <Alert color="lapis" icon={<IconInfoCircle aria-hidden />} my="md">
      <Group justify="space-between" gap="sm">
        <Text size="sm" maw={560}>
          {t('courses.demo.note')}{' '}
          {t(isBeingFilled(course, lessons.data) ? 'courses.demo.filling' : 'courses.demo.yours')}
        </Text>
        <RemoveDemo course={course} onRemoved={onRemoved} />
      </Group>
    </Alert>
  );
}
