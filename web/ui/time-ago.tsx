import { useTranslation } from 'react-i18next';
import { formatDateTime, formatTimeAgo } from './format.ts';

/** Such as "2 min. ago", with the exact time on hover. */
export function TimeAgo({ instant }: { instant: string }) {
  const { i18n } = useTranslation();
  return (
    <time dateTime={instant} title={formatDateTime(instant, i18n.language)} style={{ whiteSpace: 'nowrap' }}>
      {formatTimeAgo(instant, i18n.language)}
    </time>
  );
}
