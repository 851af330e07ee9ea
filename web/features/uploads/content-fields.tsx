import { ActionIcon, Text, Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import {
  isBatch,
  type NamedFile,
  type UploadDraft,
  type UploadField,
  type UploadProblem,
} from './check-upload.ts';
import { FileDrop } from './file-drop.tsx';
import { IconX } from '@tabler/icons-react';
import { cleanFileName } from '#contract/file-names.ts';
import { formatBytes } from '#web/ui/format.ts';
import classes from './uploads.module.css';

/** The files, the address or the text, as the chosen method wants it. */
export function ContentFields({
  draft,
  problem,
  errorAt,
  onChange,
  onPick,
  onPickNothing,
}: {
  draft: UploadDraft;
  problem: UploadProblem | undefined;
  errorAt: (field: UploadField) => string | undefined;
  onChange: (changes: Partial<UploadDraft>) => void;
  onPick: (files: readonly File[]) => void;
  onPickNothing: () => void;
}) {
  const { t } = useTranslation();
  return (
    <>
      {draft.method === 'file' && (
        <div data-field="file">
          <FileDrop
            file={draft.file}
            contentType={draft.contentType}
            error={errorAt('file')}
            onPick={onPick}
            onPickNothing={onPickNothing}
            onRemove={() => onChange({ file: null })}
          />
          {isBatch(draft) && (
            <FileRows
              files={draft.files}
              isNameMissing={problem?.fields.includes('name') === true}
              onChange={(files) => onChange({ files })}
            />
          )}
        </div>
      )}
      {draft.method === 'text' && (
        <Textarea
          label={t('uploads.text')}
          description={t('uploads.textHint')}
          required
          dir="auto"
          rows={12}
          data-field="text"
          value={draft.text}
          error={errorAt('text')}
          onChange={({ currentTarget: { value } }) => onChange({ text: value })}
        />
      )}
      {draft.method === 'url' && (
        <TextInput
          type="url"
          label={t('uploads.contentUrl')}
          description={t('uploads.contentUrlHint')}
          placeholder="https://"
          required
          dir="ltr"
          data-field="url"
          value={draft.url}
          error={errorAt('url')}
          onChange={({ currentTarget: { value } }) => onChange({ url: value })}
        />
      )}
    </>
  );
}

function FileRows({
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
