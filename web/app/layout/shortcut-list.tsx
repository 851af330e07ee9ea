import { useTranslation } from 'react-i18next';
import { KeysDialog } from '#web/ui/keys-dialog.tsx';

/** The keys of every page, on `?`. */
export function ShortcutList({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const rows: [string[], string][] = [
    [['/'], t('shortcuts.search')],
    [['s'], t('shortcuts.searchPage')],
    [['g', 'c'], t('layout.myCourses')],
    [['g', 'd'], t('layout.dashboard')],
    [['g', 'a'], t('layout.assistant')],
    [['g', 'u'], t('layout.uploadContent')],
    [['g', 'q'], t('layout.createQuiz')],
    [['?'], t('shortcuts.list')],
    [[t('shortcuts.spaceKey')], t('shortcuts.playPause')],
    [['←', '→'], t('shortcuts.skip')],
    [['[', ']'], t('shortcuts.speed')],
  ];
  return <KeysDialog title={t('shortcuts.title')} rows={rows} onClose={onClose} />;
}
