import { Autocomplete, Button, Group, Stack, Textarea, TextInput, Alert, Text, Paper } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { IconGitMerge } from '@tabler/icons-react';
import type { Course } from '#contract/courses.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { OutcomeRows } from './outcome-rows.tsx';
import { readInstructorId, type CourseForm } from './read-course-form.ts';
import { useCourseForm } from './use-course-form.ts';
import classes from './course-form.module.css';

const FIELDS = ['title', 'description', 'department', 'instructor_id', 'outcomes'] as const;
type Field = (typeof FIELDS)[number];

/** After the newer version was loaded: the input that it replaced, field by field, to restore or leave. */
function KeptInput({
  values,
  kept,
  onRestore,
}: {
  values: CourseForm;
  kept: CourseForm;
  onRestore: (field: Field, values: CourseForm) => void;
}) {
  const { t } = useTranslation();
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
              onClick={() => onRestore(field, { ...values, [field]: kept[field] })}
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
  onSaveOver: (form: HTMLFormElement) => void;
}) {
  const { t } = useTranslation();
  return (
    <Alert role="alert" color="red" icon={<IconGitMerge aria-hidden />} mb="md">
      <Text mb="sm">{detail}</Text>
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={() => void onLoadNewer()} loading={isLoading}>
          {t('courses.loadNewer')}
        </Button>
        <Button
          variant="default"
          size="xs"
          onClick={({ currentTarget: { form } }) => form !== null && onSaveOver(form)}
          loading={isSaving}
        >
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
  const form = useCourseForm(course, onSaved);
  const { isNew, values, change, errors, conflict } = form;
  return (
    <FormDialog
      title={isNew ? t('courses.createTitle') : t('courses.editTitle')}
      isDirty={form.isUnsaved}
      onClose={onClose}
    >
      {(requestClose) => (
        <DialogForm
          submitLabel={isNew ? t('courses.create') : t('courses.saveChanges')}
          isWorking={form.isSaving}
          failure={form.alert?.message}
          error={form.alert?.error}
          onSubmit={form.save}
          onCancel={requestClose}
        >
          {form.kept !== undefined && <KeptInput values={values} kept={form.kept} onRestore={change} />}
          <TextInput
            name="title"
            label={t('courses.titleField')}
            required
            data-autofocus
            dir="auto"
            error={errors['title']}
            value={values.title}
            onChange={({ currentTarget }) => change('title', { title: currentTarget.value })}
          />
          <Textarea
            name="description"
            label={t('courses.descriptionField')}
            required
            autosize
            minRows={3}
            maxRows={10}
            dir="auto"
            error={errors['description']}
            value={values.description}
            onChange={({ currentTarget }) => change('description', { description: currentTarget.value })}
          />
          <Group align="flex-start" grow preventGrowOverflow={false} wrap="wrap">
            <Autocomplete
              name="department"
              label={t('courses.departmentField')}
              required
              dir="auto"
              miw={200}
              data={[...departments]}
              error={errors['department']}
              value={values.department}
              onChange={(department) => change('department', { department })}
            />
            <TextInput
              name="instructor_id"
              dir="auto"
              label={t('courses.instructorIdField')}
              required
              inputMode="numeric"
              miw={140}
              error={errors['instructor_id']}
              value={values.instructor_id}
              onChange={({ currentTarget }) =>
                change('instructor_id', { instructor_id: currentTarget.value })
              }
              onBlur={() => {
                const read = String(readInstructorId(values.instructor_id));
                if (read !== values.instructor_id) change('instructor_id', { instructor_id: read });
              }}
            />
          </Group>
          <OutcomeRows
            rows={values.outcomes}
            errors={errors}
            onChange={(field, outcomes) => change(field, { outcomes })}
            onTooMany={(message) => form.setAlert(message === undefined ? undefined : { message })}
          />
          {conflict !== undefined && (
            <ConflictAlert
              detail={explainFailure(t, conflict)}
              isLoading={form.isLoadingNewer}
              isSaving={form.isSaving}
              onLoadNewer={form.loadNewer}
              onSaveOver={form.saveOver}
            />
          )}
        </DialogForm>
      )}
    </FormDialog>
  );
}
