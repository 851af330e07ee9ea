import type { AdministrationSection } from '#contract/administration-sections.ts';
import { paths } from '#web/ui/paths.ts';

export const sectionPath = (section: AdministrationSection): string => `${paths.admin}/${section}`;
export const accountPath = (accountId: number): string => `${sectionPath('accounts')}/${accountId}`;
export const jobsOfAccountPath = (accountId: number): string => `${sectionPath('jobs')}?account=${accountId}`;
export const failedJobsPath = `${sectionPath('jobs')}?state=failed`;
export const auditOfAccountPath = (accountId: number): string =>
  `${sectionPath('audit')}?account=${accountId}`;
