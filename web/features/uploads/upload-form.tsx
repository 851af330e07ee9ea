import { Alert, Button, Input, SegmentedControl, Text, TextInput } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useId, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useBeforeUnload } from 'react-router';
import { SelectById } from '#web/ui/select-by-id.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { useBlocker } from '#web/ui/use-blocker.ts';
import type { Course } from '#contract/courses.ts';
import type { Lesson } from '#contract/lessons.ts';
import {
  checkFile,
  checkUpload,
  isBatch,
  wordUploadProblem,
  type UploadDraft,
  type UploadField,
  type UploadProblem,
} from './check-upload.ts';
import { nameFromFile } from './content-kind.ts';
import { findOwnTitle, findTitleOfText } from './own-title.ts';
import { ContentFields } from './content-fields.tsx';
import classes from './uploads.module.css';
import { BatchList } from './batch-list.tsx';
import { UploadAlert } from './batch-list.tsx';
import { useBatch } from './use-batch.ts';
import { useUpload } from './use-upload.ts';

const UploadOverlay = lazy(async () => ({ default: (await import('./upload-overlay.tsx')).UploadOverlay }));

const FIELD_MARK = { course: 'course', name: 'name', file: 'file', url: 'url', text: 'text' } as const;

/** Chooses where the content goes and what it is, sends it, and keeps every choice when that fails. */
export function UploadForm({
  courses,
  firstCourseId,
  onDone,
}: {
  courses: readonly Course[];
  firstCourseId: number | null;
  /** Called with the lessons of one course, once there is nothing left to upload. */
  onDone: (lessons: readonly Lesson[]) => void;
}) {
  const { t, i18n } = useTranslation();
  const form = useRef<HTMLFormElement>(null);
  const ids = { type: useId(), method: useId() };
  const [draft, setDraft, settle] = useTyped<UploadDraft>(
    `upload:${firstCourseId}`,
    {
      courseId: firstCourseId,
      contentType: 'lesson',
      displayName: '',
      method: 'file',
      file: null,
      files: [],
      url: '',
      text: '',
    },
    // A file must be chosen again.
    { write: (typed) => ({ ...typed, file: null, files: [] }), onLeave: 'keep' },
  );
  const [problem, setProblem] = useState<UploadProblem>();
  /** The name that the form filled in; that of the next file or text replaces it. */
  const suggested = useRef('');
  const hasOwnName = (): boolean => draft.displayName !== '' && draft.displayName !== suggested.current;
  const upload = useUpload();
  const batch = useBatch(({ file, name }) =>
    upload.start({ ...draft, file, displayName: name }, draft.courseId ?? 0),
  );
  const isBusy = upload.state.stage !== 'idle' || batch.isRunning;
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
    batch.forget();
  };
  /** Files that come to others become lessons each; those that cannot be taken are left out, and the first is named. */
  const pickAll = (picked: readonly File[]): void => {
    const checked = picked.map((file) => ({ file, found: checkFile(file, draft.contentType) }));
    const before =
      draft.file === null ? draft.files : [{ file: draft.file, name: draft.displayName }, ...draft.files];
    const added = checked.flatMap(({ file, found }) =>
      found === undefined ? [{ file, name: nameFromFile(file.name) }] : [],
    );
    if (added.length > 0) change({ file: null, files: [...before, ...added] });
    const refused = checked.find(({ found }) => found !== undefined);
    if (refused?.found !== undefined) setProblem({ ...refused.found, fileName: refused.file.name });
  };
  const pick = (picked: readonly File[]): void => {
    const [file] = picked;
    if (file === undefined) return;
    if (picked.length > 1 || draft.files.length > 0) {
      pickAll(picked);
      return;
    }
    const found = checkFile(file, draft.contentType);
    if (found !== undefined) {
      setProblem(found);
      return;
    }
    if (hasOwnName()) change({ file });
    else void suggestName(file);
  };
  const changeContent = (changes: Partial<UploadDraft>): void => {
    if (changes.text === undefined || hasOwnName()) {
      change(changes);
      return;
    }
    suggested.current = findTitleOfText(changes.text) ?? '';
    change({ ...changes, displayName: suggested.current });
  };
  /** Fills in the file's name at once, then the title in the file, unless the user typed a name first. */
  const suggestName = async (file: File): Promise<void> => {
    const name = nameFromFile(file.name);
    suggested.current = name;
    change({ file, displayName: name });
    // A damaged or protected file is rejected when it is uploaded.
    const title = await findOwnTitle(file).catch(() => undefined);
    if (title === undefined || suggested.current !== name) return;
    suggested.current = title;
    setDraft((now) => (now.file === file && now.displayName === name ? { ...now, displayName: title } : now));
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
    if (!isBatch(draft)) {
      const outcome = await upload.start(draft, draft.courseId);
      if (!('lesson' in outcome)) return;
      settle();
      onDone([outcome.lesson]);
      return;
    }
    const { lessons, left } = await batch.run(draft.files);
    if (left.length > 0) {
      setDraft({ ...draft, files: left });
      return;
    }
    settle();
    onDone(lessons);
  };

  const message = problem === undefined ? undefined : wordUploadProblem(t, i18n.language, problem);
  const errorAt = (field: UploadField): string | undefined =>
    problem?.fields.includes(field) === true
      ? problem.name === 'course_and_name_missing'
        ? t(`uploads.fieldMissing.${field === 'course' ? 'course' : 'name'}`)
        : message
      : undefined;
  return (
    <form ref={form} className={classes.form} noValidate onSubmit={(event) => void submit(event)}>
      <SelectById
        label={t('uploads.course')}
        required
        data-field={FIELD_MARK.course}
        items={courses}
        chosen={draft.courseId}
        none={t('uploads.chooseCourse')}
        error={errorAt('course')}
        onChoose={(courseId) => change({ courseId })}
      />
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
              const files = draft.file === null ? draft.files.map(({ file }) => file) : [draft.file];
              if (draft.method === 'file')
                setProblem(
                  files.map((file) => checkFile(file, contentType)).find((found) => found !== undefined),
                );
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
              { value: 'text' as const, label: t('uploads.textInput') },
            ]}
            onChange={(method) => change({ method })}
          />
        </Input.Wrapper>
      </div>
      <ContentFields
        draft={draft}
        problem={problem}
        errorAt={errorAt}
        onChange={changeContent}
        onPick={pick}
        onPickNothing={() => setProblem({ name: 'file_missing', fields: ['file'] })}
      />
      {!isBatch(draft) && (
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
      )}
      {message !== undefined && (
        <Alert color="red" role="alert" icon={<IconAlertTriangle aria-hidden />}>
          {problem?.fileName !== undefined && (
            <Text size="sm" fw={500}>
              <bdi>{problem.fileName}</bdi>
            </Text>
          )}
          {message}
          {problem?.conversion !== undefined && (
            <Text size="sm" mt={4}>
              {t(`uploads.convert.${problem.conversion}`)}
            </Text>
          )}
        </Alert>
      )}
      {batch.entries !== undefined && !batch.isRunning && <BatchList entries={batch.entries} />}
      {upload.state.failure !== undefined && !batch.isRunning && (
        <UploadAlert failure={upload.state.failure} />
      )}
      <div>
        <Button type="submit">{t('uploads.upload')}</Button>
      </div>
      <Suspense>
        <UploadOverlay
          state={upload.state}
          title={isBatch(draft) ? t('uploads.filesChosen', { count: draft.files.length }) : draft.displayName}
          batch={batch.isRunning ? batch.entries : undefined}
          blocker={blocker}
          onCancel={upload.cancel}
        />
      </Suspense>
    </form>
  );
}
