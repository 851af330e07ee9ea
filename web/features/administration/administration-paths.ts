import { paths } from '#web/ui/paths.ts';

/** The sections in the order of the navigation; each is a route under `/admin`. */
export const SECTIONS = [
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
export type Section = (typeof SECTIONS)[number];

export const sectionPath = (section: Section): string => `${paths.administration}/${section}`;
export const accountPath = (accountId: number): string => `${sectionPath('accounts')}/${accountId}`;
export const jobsOfAccountPath = (accountId: number): string => `${sectionPath('jobs')}?account=${accountId}`;
export const failedJobsPath = `${sectionPath('jobs')}?state=failed`;
export const auditOfAccountPath = (accountId: number): string =>
  `${sectionPath('audit')}?account=${accountId}`;
