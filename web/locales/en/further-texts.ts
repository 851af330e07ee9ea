import assistant from './assistant.json';
import bank from './bank.json';
import courses from './courses.json';
import dashboard from './dashboard.json';
import dialogs from './dialogs.json';
import evidence from './evidence.json';
import lessons from './lessons.json';
import messages from './messages.json';
import quizzes from './quizzes.json';
import search from './search.json';
import shortcuts from './shortcuts.json';
import trash from './trash.json';
import uploads from './uploads.json';

/** The English texts of everything behind the login, fetched with the frame of those screens. */
export const furtherTexts = {
  assistant,
  bank,
  courses,
  dashboard,
  dialogs,
  evidence,
  lessons,
  messages,
  quizzes,
  search,
  shortcuts,
  trash,
  uploads,
};
