import { paths } from '#web/ui/paths.ts';

/** Pages that the search offers when their name is typed. */
const COMMANDS = [
  { label: 'courses.add', path: `${paths.courses}?new=1` },
  { label: 'layout.uploadContent', path: paths.upload },
  { label: 'layout.createQuiz', path: paths.quiz },
  { label: 'layout.assistant', path: paths.chat },
  { label: 'layout.myCourses', path: paths.courses },
  { label: 'layout.dashboard', path: paths.dashboard },
  { label: 'trash.title', path: paths.trash },
  { label: 'layout.profileSettings', path: paths.profile },
  { label: 'layout.accountSettings', path: paths.account },
  { label: 'layout.notifications', path: paths.notifications },
] as const;

const listWords = (text: string): string[] => text.toLocaleLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** The commands whose names have, for each word of `text`, a word that begins with it. */
export function findCommands(text: string, nameOf: (label: (typeof COMMANDS)[number]['label']) => string) {
  const sought = listWords(text);
  return COMMANDS.map(({ label, path }) => ({ name: nameOf(label), path })).filter(
    ({ name }) =>
      sought.length > 0 &&
      sought.every((word) => listWords(name).some((candidate) => candidate.startsWith(word))),
  );
}
