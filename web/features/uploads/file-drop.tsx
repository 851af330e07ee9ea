import { ActionIcon, Input, Text } from '@mantine/core';
import { IconFileText, IconFileTypePdf, IconMovie, IconUpload, IconX } from '@tabler/icons-react';
import { useEffect, useId, useState, type ChangeEvent, type DragEvent, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { cleanFileName } from '#contract/file-names.ts';
import { formatBytes } from '#web/ui/format.ts';
import { recognizeFile, type ContentType, type FileKind } from './content-kind.ts';
import classes from './uploads.module.css';

const ICONS = { video: IconMovie, pdf: IconFileTypePdf, text: IconFileText } as const;
const ACCEPTED: Readonly<Record<ContentType, string>> = {
  lesson: '.mp4,.pdf,.txt,video/mp4,application/pdf,text/plain',
  syllabus: '.pdf,.txt,application/pdf,text/plain',
};

/** Where a file is dropped or picked. The input itself takes the focus, so that keys work as everywhere. */
export function FileDrop({
  file,
  contentType,
  error,
  onPick,
  onPickNothing,
  onRemove,
  ref,
}: {
  file: File | null;
  contentType: ContentType;
  error: string | undefined;
  /** Given one or more. */
  onPick: (files: readonly File[]) => void;
  /** Something was dropped that holds no file: a folder, words, a picture of a page. */
  onPickNothing: () => void;
  onRemove: () => void;
  ref?: Ref<HTMLInputElement>;
}) {
  const { t } = useTranslation();
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  useEffect(refuseDropsElsewhere, []);

  const take = (files: FileList | null): void => {
    const picked = [...(files ?? [])];
    if (picked.length === 0) onPickNothing();
    else onPick(picked);
  };
  const onDrop = (event: DragEvent): void => {
    event.preventDefault();
    setIsOver(false);
    take(event.dataTransfer.files);
  };
  const onChange = (event: ChangeEvent<HTMLInputElement>): void => {
    // Closing the picker without a choice takes nothing away.
    if (event.target.files?.length !== 0) take(event.target.files);
    // Lets the user pick the same file again after fixing it.
    event.target.value = '';
  };
  return (
    <Input.Wrapper
      label={t('uploads.file')}
      labelElement="div"
      withAsterisk
      description={
        contentType === 'lesson' ? t('uploads.invalid.lessonKinds') : t('uploads.invalid.syllabusKinds')
      }
      descriptionProps={{ id: `${id}-hint` }}
      error={error}
      errorProps={{ id: `${id}-error` }}
    >
      <div
        className={classes.drop}
        data-over={isOver || undefined}
        data-invalid={error !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setIsOver(true);
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={onDrop}
      >
        <input
          ref={ref}
          id={id}
          type="file"
          multiple
          className={classes.input}
          accept={ACCEPTED[contentType]}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? `${id}-hint` : `${id}-error ${id}-hint`}
          onChange={onChange}
        />
        <label htmlFor={id} className={classes.dropLabel}>
          <IconUpload size={26} stroke={1.5} aria-hidden />
          <span>
            {t('uploads.dragHere')} <span className={classes.choose}>{t('uploads.chooseFile')}</span>
          </span>
        </label>
      </div>
      {file !== null && <ChosenFile file={file} onRemove={onRemove} />}
    </Input.Wrapper>
  );
}

function ChosenFile({ file, onRemove }: { file: File; onRemove: () => void }) {
  const { t, i18n } = useTranslation();
  const kind: FileKind | undefined = recognizeFile(file);
  const KindIcon = ICONS[kind ?? 'text'];
  return (
    <div className={classes.chosen}>
      <KindIcon size={28} stroke={1.4} aria-hidden className={classes.chosenIcon} />
      <div className={classes.chosenText}>
        <Text fw={500} size="sm">
          <bdi>{cleanFileName(file.name)}</bdi>
        </Text>
        <Text size="xs" c="dimmed">
          {t(`uploads.kind.${kind ?? 'unknown'}`)} · {formatBytes(file.size, i18n.language)}
        </Text>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        size={36}
        aria-label={t('uploads.removeFile')}
        onClick={onRemove}
      >
        <IconX size={18} aria-hidden />
      </ActionIcon>
    </div>
  );
}

/** A file dropped beside the area would otherwise take the place of the page, and of what was typed. */
function refuseDropsElsewhere(): () => void {
  const refuse = (event: Event): void => event.preventDefault();
  window.addEventListener('dragover', refuse);
  window.addEventListener('drop', refuse);
  return () => {
    window.removeEventListener('dragover', refuse);
    window.removeEventListener('drop', refuse);
  };
}
