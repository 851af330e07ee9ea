import { Autocomplete, Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import { Controller } from 'react-hook-form';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../ui/failure.tsx';
import { ConflictAlert } from './conflict-alert.tsx';
import { KeptInput } from './kept-input.tsx';
import { OutcomeRows } from './outcome-rows.tsx';
import { readInstructorId } from './read-course-form.ts';
import { useCourseForm, type CourseFormOptions } from './use-course-form.ts';

/** The fields of a course with their Save and Cancel; a failed save keeps what was typed. */
export function CourseFormFields({
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
    <form onSubmit={actions.onSubmit} noValidate>
      <Stack gap="md">
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
          onTooMany={(message) => {
            setAlert(message === undefined ? undefined : { message });
          }}
        />
        <div>
          {alert !== undefined && <Failure message={alert.message} error={alert.error} />}
          {conflict !== undefined && (
            <ConflictAlert
              detail={conflict.message}
              isLoading={isLoadingNewer}
              isSaving={isSubmitting}
              onLoadNewer={actions.loadNewer}
              onSaveOver={actions.saveOver}
            />
          )}
          <Group justify="flex-end">
            <Button variant="default" onClick={onCancel}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isSubmitting}>
              {submitLabel}
            </Button>
          </Group>
        </div>
      </Stack>
    </form>
  );
}
