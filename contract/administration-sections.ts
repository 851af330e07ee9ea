/** The sections of the administration page, each at `/admin/SECTION`; an account is at `/admin/accounts/ID`. */
export const ADMINISTRATION_SECTIONS = [
  'accounts',
  'registration',
  'invitations',
  'jobs',
  'language-model',
  'models',
  'storage',
  'system',
  'audit',
] as const;
export type AdministrationSection = (typeof ADMINISTRATION_SECTIONS)[number];
