import { z } from 'zod';

/** The name of the page's `meta` element whose content carries the settings as JSON. */
export const WEB_SETTINGS_META_NAME = 'lectern-settings';

/** The settings that the HTML page passes to the web app. */
export const webSettings = z.object({
  apiBaseUrl: z
    .string()
    .meta({ description: 'An origin or URL without a trailing slash; empty: this origin.' }),
  aiServiceBaseUrl: z.string().meta({ description: 'A URL or path without a trailing slash.' }),
  aiVideoUploadPath: z.string(),
  aiDocumentUploadPath: z.string(),
  signInProvider: z
    .string()
    .nullable()
    .meta({ description: 'As in “Sign in with {signInProvider}”; null where only passwords are used.' }),
  localAccounts: z
    .boolean()
    .meta({ description: 'False if people sign in only with the provider and no one has a password.' }),
  storeName: z.string().meta({ description: 'As in "Uploading file to {storeName}...".' }),
});
export type WebSettings = z.infer<typeof webSettings>;
