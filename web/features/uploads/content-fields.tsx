import { Textarea, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { isBatch, type UploadDraft, type UploadField, type UploadProblem } from './check-upload.ts';
import { FileDrop } from './file-drop.tsx';
import { FileRows } from './file-rows.tsx';

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
