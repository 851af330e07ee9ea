import i18next from 'i18next';
import { lazy } from 'react';

/** The notice with its texts; English ones come with it, other languages have theirs in one. */
export const ChangedEvidenceNotice = lazy(async () => {
  const [module, { default: changedEvidence }] = await Promise.all([
    import('./changed-evidence-notice.tsx'),
    import('#web/locales/en/changed-evidence.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { changedEvidence }, true);
  return { default: module.ChangedEvidenceNotice };
});
