import type { Catalogue } from '../en/catalogue.ts';
import access from './access.json';
import account from './account.json';
import accounts from './accounts.json';
import assistant from './assistant.json';
import bank from './bank.json';
import common from './common.json';
import courses from './courses.json';
import dashboard from './dashboard.json';
import dialogs from './dialogs.json';
import editor from './editor.json';
import evidence from './evidence.json';
import layout from './layout.json';
import lessons from './lessons.json';
import messages from './messages.json';
import quizzes from './quizzes.json';
import search from './search.json';
import shortcuts from './shortcuts.json';
import signIn from './sign-in.json';
import trash from './trash.json';
import uploads from './uploads.json';

/** Every text of the web app in Spanish but for the administrators' pages, which bring theirs. */
export const es: Omit<Catalogue, 'administration'> = {
  access,
  account,
  accounts,
  assistant,
  bank,
  common,
  courses,
  dashboard,
  dialogs,
  editor,
  evidence,
  layout,
  lessons,
  messages,
  quizzes,
  search,
  shortcuts,
  signIn,
  trash,
  uploads,
};
