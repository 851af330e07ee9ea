import access from './access.json';
import accounts from './accounts.json';
import common from './common.json';
import layout from './layout.json';
import signIn from './sign-in.json';

/** The English texts of the screens for those who are not signed in, which come with the first screen. */
export const firstTexts = { access, accounts, common, layout, signIn };
