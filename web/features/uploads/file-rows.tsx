import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { cleanFileName } from '#contract/file-names.ts';
import { formatBytes } from '#web/ui/format.ts';
import type { NamedFile } from './check-upload.ts';
import classes from './uploads.module.css';

/** Several chosen files, each with the name of its lesson. */
export function FileRows({
  files,
  isNameMissing,
  onChange,
}: {
  files: readonly NamedFile[];
  isNameMissing: boolean;
  onChange: (files: readonly NamedFile[]) => void;
}) {
  const { t, i18n } = useTranslation();
  return (
    <div role="group" aria-label={t('uploads.filesChosen', { count: files.length })}>
      <Text fw={500} mt="md" mb={8}>
        {t('uploads.filesChosen', { count: files.length })}
      </Text>
      <ul className={classes.fileRows}>
        {files.map((each) => (
          <li
            key={`${each.file.name} ${each.file.size} ${each.file.lastModified}`}
            className={classes.fileRow}
          >
            <TextInput
              aria-label={t('uploads.nameOf', { file: cleanFileName(each.file.name) })}
              description={`${cleanFileName(each.file.name)} · ${formatBytes(each.file.size, i18n.language)}`}
              inputWrapperOrder={['input', 'description', 'error']}
              dir="auto"
              maxLength={300}
              value={each.name}
              error={isNameMissing && each.name.trim() === '' ? t('uploads.fieldMissing.name') : undefined}
              onChange={({ currentTarget: { value } }) =>
                onChange(files.map((other) => (other === each ? { ...each, name: value } : other)))
              }
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={t('uploads.removeNamed', { file: cleanFileName(each.file.name) })}
              onClick={() => onChange(files.filter((other) => other !== each))}
            >
              <IconX size={18} aria-hidden />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </div>
  );
}
