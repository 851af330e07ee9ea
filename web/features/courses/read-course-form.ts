import { findMessage, type Message } from '#contract/messages/message.ts';
import { FIELD_MESSAGES, fieldText } from '#contract/messages/field-messages.ts';
import { courseRequest, MAXIMUM_OUTCOMES, type Course, type CourseRequest } from '#contract/courses.ts';

/** The values of the form's fields. */
export interface CourseForm {
  title: string;
  description: string;
  department: string;
  instructor_id: string;
  outcomes: { short_name: string; description: string }[];
}

export const REQUIRED_FIELDS_MISSING = FIELD_MESSAGES.course_fields_missing;
export const TOO_MANY_OUTCOMES = fieldText('outcomes_too_many', { maximum: MAXIMUM_OUTCOMES });

const DEFAULT_INSTRUCTOR_ID = 1;

export const emptyCourseForm = (instructorId: number | null, department: string): CourseForm => ({
  title: '',
  description: '',
  department,
  instructor_id: String(instructorId ?? DEFAULT_INSTRUCTOR_ID),
  outcomes: [],
});

export const courseFormOf = (course: Course): CourseForm => ({
  title: course.title,
  description: course.description,
  department: course.department,
  instructor_id: String(course.instructor_id),
  outcomes: course.outcomes.map(({ short_name, description }) => ({ short_name, description })),
});

/** Values that are not numbers, or below 1, become 1. */
export function readInstructorId(text: string): number {
  const number = Number.parseInt(text.trim(), 10);
  return Number.isNaN(number) || number < DEFAULT_INSTRUCTOR_ID ? DEFAULT_INSTRUCTOR_ID : number;
}

const isFilled = (outcome: CourseForm['outcomes'][number]): boolean =>
  outcome.short_name.trim() !== '' && outcome.description.trim() !== '';

export const isHalfFilled = (outcome: CourseForm['outcomes'][number]): boolean =>
  !isFilled(outcome) && (outcome.short_name.trim() !== '' || outcome.description.trim() !== '');

export interface FieldProblem {
  /** A field of the form by its dotted path, such as `outcomes.2.short_name`. */
  field: string;
  message: string;
  message_coded?: Message | undefined;
}

export type ReadCourseForm = { request: CourseRequest } | { problems: FieldProblem[] };

/** The request of a form, with only those outcomes that have both fields; or its problems. */
export function readCourseForm(form: CourseForm): ReadCourseForm {
  const rows = sentRows(form);
  const checked = courseRequest.safeParse({
    ...form,
    instructor_id: readInstructorId(form.instructor_id),
    outcomes: rows.map((row) => form.outcomes[row]),
  });
  if (checked.success) return { request: checked.data };
  const problems = checked.error.issues.map(({ path, message }) => ({
    field: path.join('.'),
    message,
    message_coded: findMessage(message),
  }));
  return { problems: problems.map((problem) => atFormRow(problem, form)) };
}

/** The rows of the form that are sent, in their order. */
const sentRows = (form: CourseForm): number[] =>
  form.outcomes.flatMap((outcome, row) => (isFilled(outcome) ? [row] : []));

/** An outcome's place in the request is not its row in the form when rows were left out. */
export function atFormRow(problem: FieldProblem, form: CourseForm): FieldProblem {
  const [, index, rest] = /^outcomes\.(\d+)\.(.+)$/.exec(problem.field) ?? [];
  if (index === undefined || rest === undefined) return problem;
  const row = sentRows(form)[Number(index)];
  return row === undefined ? problem : { ...problem, field: `outcomes.${row}.${rest}` };
}
