import { Autocomplete, Button, Group, Stack, Textarea, TextInput, Alert, Text, Paper } from '@mantine/core';
import { useState } from 'react';
import { Controller, useWatch, type UseFormReturn } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { IconGitMerge } from '@tabler/icons-react';
import type { Course } from '#contract/courses.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { useSaveCourse } from './courses.queries.ts';
import { OutcomeRows } from './outcome-rows.tsx';
import { courseFormOf, emptyCourseForm, readInstructorId, type CourseForm } from './read-course-form.ts';
import { useCourseForm, type CourseFormOptions } from './use-course-form.ts';
import classes from './course-form.module.css';

const FIELDS = ['title', 'description', 'department', 'instructor_id', 'outcomes'] as const;
type Field = (typeof FIELDS)[number];

/** After the newer version was loaded: what one had typed, field by field, to take back or leave. */
function KeptInput({ form, kept }: { form: UseFormReturn<CourseForm>; kept: CourseForm }) {
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
              onClick={() => form.setValue(field, kept[field], { shouldDirty: true })}
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

/** The course was changed elsewhere since it was opened: which of the two is to stay? */
function ConflictAlert({
  detail,
  isLoading,
  isSaving,
  onLoadNewer,
  onSaveOver,
}: {
  /** What the server says about it. */
  detail: string;
  isLoading: boolean;
  isSaving: boolean;
  onLoadNewer: () => Promise<void>;
  onSaveOver: () => Promise<void>;
}) {
  const { t } = useTranslation();
  return (
    <Alert role="alert" color="red" icon={<IconGitMerge aria-hidden />} mb="md">
      <Text mb="sm">{detail}</Text>
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => void onLoadNewer()} loading={isLoading}>
          {t('courses.loadNewer')}
        </Button>
        <Button variant="default" size="xs" onClick={() => void onSaveOver()} loading={isSaving}>
          {t('courses.saveOver')}
        </Button>
      </Group>
    </Alert>
  );
}

/** Adds a course, or edits the version that was on the screen. A failed save keeps the input. */
export function CourseFormDialog({
  course,
  departments,
  onSaved,
  onClose,
}: {
  /** Undefined for a new course. */
  course?: Course;
  /** Departments to suggest. */
  departments: readonly string[];
  onSaved: (course: Course) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const { instructorId, user } = useSession();
  const [isDirty, setIsDirty] = useState(false);
  // The version that was opened, unaffected by background updates while the user types.
  const [opened] = useState(course);
  const save = useSaveCourse();
  const isNew = opened === undefined;
  return (
    <FormDialog
      title={isNew ? t('courses.createTitle') : t('courses.editTitle')}
      isDirty={isDirty}
      onClose={onClose}
    >
      {(requestClose) => (
        <CourseFormFields
          initial={isNew ? emptyCourseForm(instructorId, user?.department ?? '') : courseFormOf(opened)}
          opened={opened}
          departments={departments}
          submitLabel={isNew ? t('courses.create') : t('courses.saveChanges')}
          failure={isNew ? t('courses.createFailed') : t('courses.updateFailed')}
          save={(body) => save.mutateAsync({ body, id: opened?.id })}
          onDirty={setIsDirty}
          onSaved={onSaved}
          onCancel={requestClose}
        />
      )}
    </FormDialog>
  );
}

function CourseFormFields({
  departments,
  submitLabel,
  onCancel,
  ...options
}: CourseFormOptions & {
  departments: readonly string[];
  submitLabel: string;
  onCancel: () => void;
}) {
  const { t } = useTranslation();
  const { form, alert, setAlert, conflict, kept, isLoadingNewer, isSubmitting, ...actions } =
    useCourseForm(options);
  const { errors } = form.formState;
  return (
    <DialogForm
      submitLabel={submitLabel}
      isWorking={isSubmitting}
      failure={alert?.message}
      error={alert?.error}
      onSubmit={() => void actions.onSubmit()}
      onCancel={onCancel}
    >
      {kept !== undefined && <KeptInput form={form} kept={kept} />}
      <TextInput
        label={t('courses.titleField')}
        required
        data-autofocus
        dir="auto"
        error={errors.title?.message}
        {...form.register('title')}
      />
      <Textarea
        label={t('courses.descriptionField')}
        required
        autosize
        minRows={3}
        maxRows={10}
        dir="auto"
        error={errors.description?.message}
        {...form.register('description')}
      />
      <Group align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
        <Controller
          control={form.control}
          name="department"
          render={({ field: { ref, ...field } }) => (
            <Autocomplete
              label={t('courses.departmentField')}
              required
              dir="auto"
              miw={200}
              data={[...departments]}
              error={errors.department?.message}
              {...field}
              ref={ref}
            />
          )}
        />
        <TextInput
          dir="auto"
          label={t('courses.instructorIdField')}
          required
          inputMode="numeric"
          miw={140}
          error={errors.instructor_id?.message}
          {...form.register('instructor_id', {
            onBlur: () => {
              const read = String(readInstructorId(form.getValues('instructor_id')));
              if (read !== form.getValues('instructor_id')) {
                form.setValue('instructor_id', read, { shouldDirty: true });
              }
            },
          })}
        />
      </Group>
      <OutcomeRows
        form={form}
        onTooMany={(message) => setAlert(message === undefined ? undefined : { message })}
      />
      {conflict !== undefined && (
        <ConflictAlert
          detail={explainFailure(t, conflict)}
          isLoading={isLoadingNewer}
          isSaving={isSubmitting}
          onLoadNewer={actions.loadNewer}
          onSaveOver={actions.saveOver}
        />
      )}
    </DialogForm>
  );
}
