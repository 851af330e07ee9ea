import { Alert, Button, Input, NativeSelect, SegmentedControl, TextInput } from '@mantine/core';
import { useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload, useBlocker } from 'react-router';
import type { Course } from '../../../contract/courses.ts';
import type { Lesson } from '../../../contract/lessons.ts';
import { formatBytes } from '../../ui/format.ts';
import {
  checkFile,
  checkUpload,
  type UploadDraft,
  type UploadField,
  type UploadProblem,
} from './check-upload.ts';
import { nameFromFile } from './content-kind.ts';
import { FileDrop } from './file-drop.tsx';
import { UploadAlert } from './upload-alert.tsx';
import { UploadOverlay } from './upload-overlay.tsx';
import classes from './uploads.module.css';
import { useUpload } from './use-upload.ts';

const FIELD_MARK = { course: 'course', name: 'name', file: 'file', url: 'url' } as const;

/** Chooses where the content goes and what it is, sends it, and keeps every choice when that fails. */
export function UploadForm({
  courses,
  firstCourseId,
  onDone,
}: {
  courses: readonly Course[];
  firstCourseId: number | null;
  onDone: (lesson: Lesson) => void;
}) {
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const ids = { type: useId(), method: useId() };
  const [draft, setDraft] = useState<UploadDraft>({
    courseId: firstCourseId,
    contentType: 'lesson',
    displayName: '',
    method: 'file',
    file: null,
    url: '',
  });
  const [problem, setProblem] = useState<UploadProblem>();
  const upload = useUpload();
  const isBusy = upload.state.stage !== 'idle';
  const blocker = useBlocker(() => upload.isUnderWay());
  useEffect(() => {
    // It ended while the question was open: there is nothing left to stop.
    if (!isBusy && blocker.state === 'blocked') blocker.reset();
  }, [isBusy, blocker]);
  useBeforeUnload((event) => {
    if (isBusy) event.preventDefault();
  });

  const change = (changes: Partial<UploadDraft>): void => {
    setDraft({ ...draft, ...changes });
    setProblem(undefined);
    upload.forgetFailure();
  };
  const pick = (file: File): void => {
    const found = checkFile(file, draft.contentType);
    const isOwnName = draft.displayName !== '' && draft.displayName !== nameFromFile(draft.file?.name ?? '');
    if (found === undefined) change({ file, ...(isOwnName ? {} : { displayName: nameFromFile(file.name) }) });
    else setProblem(found);
  };
  const submit = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = checkUpload(draft);
    setProblem(found);
    if (found !== undefined || draft.courseId === null) {
      const field = found?.fields[0] ?? 'course';
      form.current
        ?.querySelector<HTMLElement>(`[data-field="${field}"], [data-field="${field}"] input`)
        ?.focus();
      return;
    }
    const lesson = await upload.start(draft, draft.courseId);
    if (lesson !== undefined) onDone(lesson);
  };

  const message =
    problem === undefined
      ? undefined
      : t(`uploads.invalid.${problem.name}`, { limit: formatBytes(problem.limitBytes ?? 0, i18n.language) });
  const errorAt = (field: UploadField): string | undefined =>
    problem?.fields.includes(field) === true
      ? problem.name === 'courseAndName'
        ? t(`uploads.fieldMissing.${field === 'course' ? 'course' : 'name'}`)
        : message
      : undefined;
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <NativeSelect
        label={t('uploads.course')}
        required
        data-field={FIELD_MARK.course}
        value={draft.courseId === null ? '' : String(draft.courseId)}
        error={errorAt('course')}
        onChange={({ currentTarget: { value } }) => change({ courseId: value === '' ? null : Number(value) })}
      >
        <option value="">{t('uploads.chooseCourse')}</option>
        {courses.map(({ id, title }) => (
          <option key={id} value={id}>
            {title}
          </option>
        ))}
      </NativeSelect>
      <div className={classes.pair}>
        <Input.Wrapper label={t('uploads.contentType')} labelElement="div" labelProps={{ id: ids.type }}>
          <SegmentedControl
            fullWidth
            mt={4}
            aria-labelledby={ids.type}
            value={draft.contentType}
            data={[
              { value: 'lesson' as const, label: t('uploads.lesson') },
              { value: 'syllabus' as const, label: t('uploads.syllabus') },
            ]}
            onChange={(contentType) => {
              change({ contentType });
              if (draft.method === 'file' && draft.file !== null)
                setProblem(checkFile(draft.file, contentType));
            }}
          />
        </Input.Wrapper>
        <Input.Wrapper label={t('uploads.method')} labelElement="div" labelProps={{ id: ids.method }}>
          <SegmentedControl
            fullWidth
            mt={4}
            aria-labelledby={ids.method}
            value={draft.method}
            data={[
              { value: 'file' as const, label: t('uploads.fileUpload') },
              { value: 'url' as const, label: t('uploads.urlInput') },
            ]}
            onChange={(method) => change({ method })}
          />
        </Input.Wrapper>
      </div>
      {draft.method === 'file' ? (
        <div data-field={FIELD_MARK.file}>
          <FileDrop
            file={draft.file}
            contentType={draft.contentType}
            error={errorAt('file')}
            onPick={pick}
            onPickNothing={() => setProblem({ name: 'pickFile', fields: ['file'] })}
            onRemove={() => change({ file: null })}
          />
        </div>
      ) : (
        <TextInput
          type="url"
          label={t('uploads.contentUrl')}
          description={t('uploads.contentUrlHint')}
          placeholder="https://"
          required
          dir="ltr"
          data-field={FIELD_MARK.url}
          value={draft.url}
          error={errorAt('url')}
          onChange={({ currentTarget: { value } }) => change({ url: value })}
        />
      )}
      <TextInput
        label={t('uploads.displayName')}
        description={t('uploads.displayNameHint')}
        required
        dir="auto"
        maxLength={300}
        data-field={FIELD_MARK.name}
        value={draft.displayName}
        error={errorAt('name')}
        onChange={({ currentTarget: { value } }) => change({ displayName: value })}
      />
      {message !== undefined && (
        <Alert color="red" role="alert">
          {message}
        </Alert>
      )}
      {upload.state.failure !== undefined && <UploadAlert failure={upload.state.failure} />}
      <div>
        <Button type="submit">{t('uploads.upload')}</Button>
      </div>
      <UploadOverlay
        state={upload.state}
        title={draft.displayName}
        blocker={blocker}
        onCancel={upload.cancel}
      />
    </form>
  );
}
