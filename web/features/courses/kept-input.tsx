import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import classes from './course-form.module.css';
import type { CourseForm } from './read-course-form.ts';

const FIELDS = ['title', 'description', 'department', 'instructor_id', 'outcomes'] as const;
type Field = (typeof FIELDS)[number];

/** After the newer version was loaded: what one had typed, field by field, to take back or leave. */
export function KeptInput({ form, kept }: { form: UseFormReturn<CourseForm>; kept: CourseForm }) {
  const { t } = useTranslation();
  const values = useWatch({ control: form.control });
  const different = FIELDS.filter((field) => JSON.stringify(kept[field]) !== JSON.stringify(values[field]));
  const names: Record<Field, string> = {
    title: t('courses.titleField'),
    description: t('courses.descriptionField'),
    department: t('courses.departmentField'),
    instructor_id: t('courses.instructorIdField'),
    outcomes: t('courses.outcomes'),
  };
  if (different.length === 0) return null;
  return (
    <Paper p="md" role="status">
      <Text fw={600} mb="xs">
        {t('courses.keptTitle')}
      </Text>
      <Stack gap="sm">
        {different.map((field) => (
          <Group key={field} justify="space-between" align="flex-start" wrap="nowrap">
            <div className={classes.kept}>
              <Text size="xs" c="dimmed">
                {names[field]}
              </Text>
              <Text dir="auto" className={classes.keptText}>
                {textOf(kept, field)}
              </Text>
            </div>
            <Button
              variant="default"
              size="xs"
              aria-label={t('courses.useMineFor', { field: names[field] })}
              onClick={() => {
                form.setValue(field, kept[field], { shouldDirty: true });
              }}
            >
              {t('courses.useMine')}
            </Button>
          </Group>
        ))}
      </Stack>
    </Paper>
  );
}

const textOf = (kept: CourseForm, field: Field): string =>
  field === 'outcomes'
    ? kept.outcomes.map((outcome) => `${outcome.short_name}: ${outcome.description}`).join('\n')
    : kept[field];
