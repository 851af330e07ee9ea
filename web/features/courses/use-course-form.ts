import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Course } from '#contract/courses.ts';
import { ApiError } from '#web/api-client/api-error.ts';
import { request } from '#web/api-client/request.ts';
import { useSession } from '#web/api-client/use-session.ts';
import { focusField, type FieldTexts } from '#web/ui/form-fields.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { useLatest } from '#web/ui/use-latest.ts';
import { wordFieldText, wordMessage } from '#web/ui/word-message.ts';
import { useSaveCourse } from './courses.queries.ts';
import {
  atFormRow,
  courseFormOf,
  emptyCourseForm,
  readCourseForm,
  REQUIRED_FIELDS_MISSING,
  type CourseForm,
  type FieldProblem,
} from './read-course-form.ts';

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

/** An outcome row without text does not count as input. */
const isSameInput = (one: CourseForm, other: CourseForm): boolean => {
  const textOf = (form: CourseForm): string =>
    JSON.stringify({
      ...form,
      outcomes: form.outcomes.filter((row) => `${row.short_name}${row.description}`.trim() !== ''),
    });
  return textOf(one) === textOf(other);
};

/**
 * State of the course form: validation, saving, and the conflict with a concurrent change.
 * @param course the course to edit; undefined for a new one
 */
export function useCourseForm(course: Course | undefined, onSaved: (course: Course) => void) {
  const { t } = useTranslation();
  const { instructorId, user } = useSession();
  // The version that was opened, unaffected by background updates while the user types.
  const [opened] = useState(course);
  const [initial] = useState(() =>
    opened === undefined ? emptyCourseForm(instructorId, user?.department ?? '') : courseFormOf(opened),
  );
  const [values, setValues] = useTyped(`course:${opened?.id ?? 'new'}`, initial);
  const latest = useLatest(values);
  const [errors, setErrors] = useState<FieldTexts>({});
  const [alert, setAlert] = useState<CourseAlert>();
  const [conflict, setConflict] = useState<ApiError>();
  /** What was typed before the newer version was loaded over it. */
  const [kept, setKept] = useState<CourseForm>();
  const [version, setVersion] = useState(opened?.updated_at);
  const [isLoadingNewer, setIsLoadingNewer] = useState(false);
  const save = useSaveCourse();

  /** @param field the changed field, or the dotted path into it, whose errors are removed */
  const change = (field: string, changed: Partial<CourseForm>): void => {
    setValues((before) => ({ ...before, ...changed }));
    setErrors((before) =>
      Object.fromEntries(Object.entries(before).filter(([path]) => !`${path}.`.startsWith(`${field}.`))),
    );
  };

  const show = (form: HTMLFormElement, problems: FieldProblem[], shownAlert: CourseAlert): void => {
    setAlert(shownAlert);
    setErrors(
      Object.fromEntries(
        problems.map(({ field, message, message_coded: coded }) => {
          const missing = message === REQUIRED_FIELDS_MISSING ? MISSING[field] : undefined;
          return [field, missing === undefined ? wordMessage(t, coded, message) : t(missing)];
        }),
      ),
    );
    focusField(
      form,
      problems.map(({ field }) => field),
    );
  };

  const submit = async (form: HTMLFormElement, updatedAt: string | undefined): Promise<void> => {
    setAlert(undefined);
    setConflict(undefined);
    setErrors({});
    const read = readCourseForm(values);
    if ('problems' in read) {
      const isMissing = read.problems.some(({ message }) => message === REQUIRED_FIELDS_MISSING);
      const message = isMissing ? REQUIRED_FIELDS_MISSING : (read.problems[0]?.message ?? '');
      show(form, read.problems, { message: wordFieldText(t, message) });
      return;
    }
    const body = { ...read.request, ...(updatedAt === undefined ? {} : { updated_at: updatedAt }) };
    try {
      onSaved(await save.mutateAsync({ body, ...(opened && { id: opened.id }) }));
    } catch (error) {
      if (isConflict(error)) {
        setConflict(error);
        return;
      }
      const problems = error instanceof ApiError ? (error.problem.errors ?? []) : [];
      show(
        form,
        problems.map((problem) => atFormRow(problem, values)),
        { message: opened === undefined ? t('courses.createFailed') : t('courses.updateFailed'), error },
      );
    }
  };

  const loadNewer = async (): Promise<void> => {
    if (opened === undefined) return;
    setIsLoadingNewer(true);
    try {
      const newer = await request<Course>('GET', `/api/courses/${opened.id}/`);
      setKept(latest.current);
      setValues(courseFormOf(newer));
      setErrors({});
      setVersion(newer.updated_at);
      setConflict(undefined);
    } catch (error) {
      setAlert({ message: t('courses.loadFailed'), error });
    } finally {
      setIsLoadingNewer(false);
    }
  };

  return {
    isNew: opened === undefined,
    isUnsaved: kept !== undefined || !isSameInput(values, initial),
    values,
    change,
    errors,
    alert,
    setAlert,
    conflict,
    kept,
    isLoadingNewer,
    isSaving: save.isPending,
    loadNewer,
    save: (form: HTMLFormElement) => void submit(form, version),
    /** Without a version the server overwrites any version. */
    saveOver: (form: HTMLFormElement) => void submit(form, undefined),
  };
}
