import { useLayoutEffect, useState, type BaseSyntheticEvent } from 'react';
import { useForm, useWatch, type DeepPartial, type FieldPath } from 'react-hook-form';
import { useTypedForm } from '#web/ui/typed-values.ts';
import { useTranslation } from 'react-i18next';
import { wordFieldText, wordMessage } from '#web/ui/word-message.ts';
import type { Course, CourseUpdateRequest } from '#contract/courses.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import {
  atFormRow,
  courseFormOf,
  readCourseForm,
  REQUIRED_FIELDS_MISSING,
  type CourseForm,
  type FieldProblem,
} from './read-course-form.ts';

export interface CourseFormOptions {
  initial: CourseForm;
  /** The course as it was opened, when one is edited. */
  opened?: Course;
  /** What an alert says when saving fails. */
  failure: string;
  save: (input: CourseUpdateRequest) => Promise<Course>;
  onDirty: (isDirty: boolean) => void;
  onSaved: (course: Course) => void;
}

interface CourseAlert {
  message: string;
  error?: unknown;
}

const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.problem.code === 'conflict';

const MISSING: Readonly<
  Record<string, 'courses.titleMissing' | 'courses.descriptionMissing' | 'courses.departmentMissing'>
> = {
  title: 'courses.titleMissing',
  description: 'courses.descriptionMissing',
  department: 'courses.departmentMissing',
};

/** An outcome row without text is nothing typed. */
function isSameInput(
  values: DeepPartial<CourseForm>,
  defaults: Readonly<DeepPartial<CourseForm>> | undefined,
): boolean {
  const textOf = (form: Readonly<DeepPartial<CourseForm>> | undefined): string =>
    JSON.stringify({
      ...form,
      outcomes: (form?.outcomes ?? [])
        .map((row) => [row?.short_name ?? '', row?.description ?? ''])
        .filter((row) => row.some((text) => text.trim() !== '')),
    });
  return textOf(values) === textOf(defaults);
}

/** State of the course form: validation, saving, and the conflict with a concurrent change. */
export function useCourseForm({ initial, opened, failure, save, onDirty, onSaved }: CourseFormOptions) {
  const { t } = useTranslation();
  const form = useForm<CourseForm>({ defaultValues: initial });
  const [alert, setAlert] = useState<CourseAlert>();
  const [conflict, setConflict] = useState<ApiError>();
  /** What was typed before the newer version was loaded over it. */
  const [kept, setKept] = useState<CourseForm>();
  const [version, setVersion] = useState(opened?.updated_at);
  const [isLoadingNewer, setIsLoadingNewer] = useState(false);
  const { isSubmitting } = form.formState;
  const values = useWatch({ control: form.control });
  const isUnsaved = !isSameInput(values, form.formState.defaultValues) || kept !== undefined;
  // Not after painting: on a busy machine Escape would come first, and the dialog close over what was just typed.
  useLayoutEffect(() => {
    onDirty(isUnsaved);
  }, [isUnsaved, onDirty]);
  useTypedForm(form, `course:${opened?.id ?? 'new'}`);

  const show = (problems: FieldProblem[], shownAlert: CourseAlert): void => {
    setAlert(shownAlert);
    problems.forEach(({ field, message, message_coded: coded }, index) => {
      // A problem of all outcomes together has no field, so the alert shows it.
      if (field === 'outcomes') return;
      const missing = message === REQUIRED_FIELDS_MISSING ? MISSING[field] : undefined;
      form.setError(
        field as FieldPath<CourseForm>,
        { message: missing === undefined ? wordMessage(t, coded, message) : t(missing) },
        { shouldFocus: index === 0 },
      );
    });
  };

  const submit = async (values: CourseForm, updatedAt: string | undefined): Promise<void> => {
    setAlert(undefined);
    setConflict(undefined);
    const read = readCourseForm(values);
    if ('problems' in read) {
      const isMissing = read.problems.some(({ message }) => message === REQUIRED_FIELDS_MISSING);
      const message = isMissing ? REQUIRED_FIELDS_MISSING : (read.problems[0]?.message ?? '');
      show(read.problems, { message: wordFieldText(t, message) });
      return;
    }
    try {
      onSaved(await save({ ...read.request, ...(updatedAt === undefined ? {} : { updated_at: updatedAt }) }));
    } catch (error) {
      if (isConflict(error)) {
        setConflict(error);
        return;
      }
      const problems = error instanceof ApiError ? (error.problem.errors ?? []) : [];
      show(
        problems.map((problem) => atFormRow(problem, values)),
        { message: failure, error },
      );
    }
  };

  const loadNewer = async (): Promise<void> => {
    if (opened === undefined) return;
    setIsLoadingNewer(true);
    try {
      const newer = await request<Course>('GET', `/api/courses/${opened.id}/`);
      setKept(form.getValues());
      form.reset(courseFormOf(newer));
      setVersion(newer.updated_at);
      setConflict(undefined);
    } catch (error) {
      setAlert({ message: t('courses.loadFailed'), error });
    } finally {
      setIsLoadingNewer(false);
    }
  };

  const saveAs = (updatedAt: string | undefined) => (event?: BaseSyntheticEvent) => {
    // What the server said of a field stays until it is taken away, and would keep the form from being sent.
    form.clearErrors();
    return form.handleSubmit((values) => submit(values, updatedAt))(event);
  };

  return {
    form,
    alert,
    setAlert,
    conflict,
    kept,
    isLoadingNewer,
    isSubmitting,
    loadNewer,
    onSubmit: saveAs(version),
    /** Without a version the server overwrites any version. */
    saveOver: saveAs(undefined),
  };
}
