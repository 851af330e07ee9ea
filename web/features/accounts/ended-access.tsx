import { useTranslation } from 'react-i18next';
import type { EndedAccess } from '#contract/accounts.ts';

/** What no longer opens the account. Nothing where nothing has ended. */
export function EndedAccessList({ ended, text }: { ended: EndedAccess; text: string }) {
  const { t } = useTranslation();
  const lines = [
    ...(ended.sessions > 0 ? [t('access.ended.sessions', { count: ended.sessions })] : []),
    ...(ended.api_keys > 0 ? [t('access.ended.api_keys', { count: ended.api_keys })] : []),
    ...(ended.identities > 0 ? [t('access.ended.identities', { count: ended.identities })] : []),
    ...(ended.second_factor ? [t('access.ended.second_factor')] : []),
  ];
  if (lines.length === 0) return null;
  return (
    <>
      <p>{text}</p>
      <ul>
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </>
  );
}
