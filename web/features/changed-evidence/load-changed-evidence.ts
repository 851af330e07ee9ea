import { lazy } from 'react';

export const ChangedEvidenceNotice = lazy(async () => ({
  default: (await import('./changed-evidence-notice.tsx')).ChangedEvidenceNotice,
}));
