import { useTranslation } from 'react-i18next';

/** Words a share, from 0 to 1, as a whole percentage in the user's language. */
export function usePercent(): (share: number) => string {
  const { language } = useTranslation().i18n;
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return (share) => format.format(share);
}
