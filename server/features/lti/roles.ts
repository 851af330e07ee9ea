const MEMBERSHIP = 'http://purl.imsglobal.org/vocab/lis/v2/membership';
const INSTITUTION = 'http://purl.imsglobal.org/vocab/lis/v2/institution/person#';
const SYSTEM = 'http://purl.imsglobal.org/vocab/lis/v2/system/person#';

/** The name behind the vocabulary: `membership#Learner` and the short form `Learner` mean the same. */
const shortName = (role: string, start: string): string | undefined => {
  if (role.startsWith(start)) return role.slice(start.length);
  return undefined;
};

/** Of a course. Sub-roles such as `membership/Instructor#TeachingAssistant` count as the role that they belong to. */
function courseRole(role: string): string | undefined {
  const sub = /^\/(\w+)#\w+$/.exec(shortName(role, MEMBERSHIP) ?? '')?.[1];
  if (sub !== undefined) return sub;
  const main = /^#(\w+)$/.exec(shortName(role, MEMBERSHIP) ?? '')?.[1];
  if (main !== undefined) return main;
  return /^\w+$/.test(role) ? role : undefined;
}

const INSTRUCTORS = new Set([
  'Instructor',
  'ContentDeveloper',
  'Administrator',
  'Faculty',
  'SysAdmin',
  'Manager',
]);
const STUDENTS = new Set(['Learner', 'Student']);

/**
 * Who someone is in the course that a launch comes from. What they are elsewhere in the institution counts only where the
 * platform names no role in the course: a teacher may be another teacher's student.
 */
export function findPart(roles: readonly string[]): 'instructor' | 'student' | undefined {
  const inCourse = roles.map(courseRole).filter((role) => role !== undefined);
  const elsewhere = roles
    .map((role) => shortName(role, INSTITUTION) ?? shortName(role, SYSTEM))
    .filter((role) => role !== undefined);
  for (const named of [inCourse, elsewhere]) {
    if (named.some((role) => INSTRUCTORS.has(role))) return 'instructor';
    if (named.some((role) => STUDENTS.has(role))) return 'student';
  }
  return undefined;
}
