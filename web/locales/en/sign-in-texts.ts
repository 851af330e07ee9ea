import access from './access.json';
import accounts from './accounts.json';
import signIn from './sign-in.json';

/** The English texts of the pages and dialogs in which people sign in. */
export const signInTexts = { access, accounts, signIn };
