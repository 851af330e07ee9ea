import { Alert, Button, Group, Stack } from '@mantine/core';
import { IconCopy, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { CreatedClassList } from '#contract/class-lists.ts';
import { copyText } from '#web/ui/copy-text.ts';
import classes from './sharing.module.css';
import { printCodes } from './print-codes.ts';

/** The codes of a new class list, which are shown this once. */
export function PersonalCodes({
  list,
  link,
  onKept,
  onUse,
}: {
  list: CreatedClassList;
  link: string;
  onKept: () => void;
  onUse: () => void;
}) {
  const { t } = useTranslation();
  const asText = (): string =>
    list.members.map((member) => [member.name, member.student_number, member.code].join('\t')).join('\n');
  return (
    <Stack gap="md">
      <Alert variant="light">{t('sharing.classLists.once')}</Alert>
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconCopy size={18} aria-hidden />}
          onClick={() => {
            void copyText(asText(), {
              copied: t('sharing.classLists.copied'),
              notCopied: t('sharing.classLists.notCopied'),
              notCopiedHelp: t('sharing.classLists.notCopiedHelp'),
            });
            onKept();
          }}
        >
          {t('sharing.classLists.copy')}
        </Button>
        <Button
          variant="default"
          leftSection={<IconPrinter size={18} aria-hidden />}
          onClick={() => {
            printCodes(list, link);
            onKept();
          }}
        >
          {t('sharing.classLists.print')}
        </Button>
      </Group>
      <div
        className={classes.codes}
        tabIndex={0}
        role="group"
        aria-label={t('sharing.classLists.codes', { name: list.name })}
      >
        <table>
          <thead>
            <tr>
              <th scope="col">{t('sharing.classLists.student')}</th>
              <th scope="col">{t('sharing.classLists.number')}</th>
              <th scope="col">{t('sharing.classLists.code')}</th>
            </tr>
          </thead>
          <tbody>
            {list.members.map(({ name, student_number: number, code }) => (
              <tr key={code}>
                <th scope="row">
                  <bdi>{name}</bdi>
                </th>
                <td>{number}</td>
                <td>
                  <code>{code}</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Group justify="flex-end">
        <Button onClick={onUse}>{t('sharing.classLists.use')}</Button>
      </Group>
    </Stack>
  );
}
