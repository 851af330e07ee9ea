import activity from './activity.json';
import bank from './bank.json';
import courses from './courses.json';
import dashboard from './dashboard.json';
import dialogs from './dialogs.json';
import evidence from './evidence.json';
import lessons from './lessons.json';
import quizzes from './quizzes.json';
import search from './search.json';
import shortcuts from './shortcuts.json';
import trash from './trash.json';

/** The English texts of most screens behind the login, fetched with their frame. */
export const furtherTexts = {
  activity,
  bank,
  courses,
  dashboard,
  dialogs,
  evidence,
  lessons,
  quizzes,
  search,
  shortcuts,
  trash,
};
