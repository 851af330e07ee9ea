import type { WebSettings } from '#contract/web-settings.ts';

/** What the page goes by when nothing was written into it: everything is at its own address. */
const DEFAULTS: WebSettings = {
  apiBaseUrl: '',
  aiServiceBaseUrl: '/ai',
  aiVideoUploadPath: '/upload-video/',
  aiDocumentUploadPath: '/upload_doc_qagen/',
  signInProvider: null,
  localAccounts: true,
  storeName: 'this server',
};

function readSettings(): WebSettings {
  const content = document.querySelector<HTMLMetaElement>('meta[name="lectern-settings"]')?.content ?? '';
  // The development server serves the page without settings.
  return content === '' ? DEFAULTS : { ...DEFAULTS, ...(JSON.parse(content) as Partial<WebSettings>) };
}

/** Where the web app finds what it calls; the server writes it into `<meta name="lectern-settings">`. */
export const settings: WebSettings = readSettings();
