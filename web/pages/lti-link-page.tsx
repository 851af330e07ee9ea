import '../ui/component-styles.css';
import i18next from 'i18next';
import { lazy, Suspense } from 'react';

/** With its texts, so that no other page's first code knows of them. */
const LtiLink = lazy(async () => {
  const [module, { default: texts }] = await Promise.all([
    import('../features/accounts/lti-link.tsx'),
    import('../locales/en/lti.json'),
  ]);
  i18next.addResourceBundle('en', 'translation', { lti: texts }, true);
  return { default: module.LtiLink };
});

/** `/lti-link` */
export function Component() {
  return (
    <Suspense>
      <LtiLink />
    </Suspense>
  );
}
