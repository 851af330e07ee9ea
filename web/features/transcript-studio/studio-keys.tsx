import { useTranslation } from 'react-i18next';
import { KeysDialog } from '#web/ui/keys-dialog.tsx';

export function StudioKeys({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const rows: [string[], string][] = [
    [[t('studio.key.tab')], t('studio.keys.next')],
    [[t('studio.key.shift'), t('studio.key.tab')], t('studio.keys.previous')],
    [['F8'], t('studio.keys.doubtful')],
    [[t('studio.key.shift'), 'F8'], t('studio.keys.doubtfulBefore')],
    [[t('studio.key.control'), t('studio.key.enter')], t('studio.keys.play')],
    [[t('studio.key.enter')], t('studio.keys.split')],
    [[t('studio.key.backspace')], t('studio.keys.merge')],
    [[t('studio.key.control'), 'Z'], t('studio.keys.undo')],
    [[t('studio.key.control'), 'Y'], t('studio.keys.redo')],
    [[t('studio.key.control'), 'H'], t('studio.keys.replace')],
    [[t('studio.key.escape')], t('studio.keys.leave')],
  ];
  return <KeysDialog title={t('studio.keysTitle')} rows={rows} onClose={onClose} />;
}
