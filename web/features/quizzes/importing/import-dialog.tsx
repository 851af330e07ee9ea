import { Button, FileButton, Group, Input, Stack, Text } from '@mantine/core';
import { useId, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImportPreview } from '#contract/quiz-import.ts';
import { useCourseList, useLessonsOfCourse } from '#web/api-client/course-list.queries.ts';
import dialogClasses from '#web/ui/dialog.module.css';
import { Failure } from '#web/ui/failure.tsx';
import { formatBytes } from '#web/ui/format.ts';
import { Modal } from '#web/ui/modal.tsx';
import type { QuizFormValues } from '../quiz-form-values.ts';
import { LessonFields } from '../quiz-lesson-fields.tsx';
import { ChooseQuestions } from './choose-questions.tsx';
import { IMPORT_FILE_BYTES } from './import-limits.ts';
import { usePreviewImport } from './imports.queries.ts';

const ACCEPTED = '.txt,.gift,.aiken,.xml,.qti,.zip,.imscc,.csv,.tsv,.json';

/** From a file of another program to a saved quiz: choose, look, select, import. */
export function ImportDialog({
  values: initialValues,
  onImported,
  onClose,
}: {
  /** The course and the lesson that the page has chosen. */
  values: QuizFormValues;
  onImported: (questionSetId: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const [values, setValues] = useState(initialValues);
  const [file, setFile] = useState<File>();
  const preview = usePreviewImport();
  const shown = preview.data;
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('imports.title')}
      classNames={{ title: dialogClasses.title }}
      size="xl"
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      {shown === undefined || values.lessonId === null ? (
        <ChooseFile
          values={values}
          file={file}
          isReading={preview.isPending}
          error={preview.error}
          onChange={setValues}
          onPick={(picked) => {
            setFile(picked);
            preview.reset();
          }}
          onPreview={(lessonId, picked) => preview.mutate({ lessonId, file: picked })}
        />
      ) : (
        <ChooseQuestions
          preview={shown}
          lessonId={values.lessonId}
          name={nameOf(shown, file)}
          onBack={() => preview.reset()}
          onImported={onImported}
        />
      )}
    </Modal>
  );
}

/** What the file calls the quiz or, where it does not, the file's own name. */
const nameOf = ({ name }: ImportPreview, file: File | undefined): string =>
  (name ?? file?.name.replace(/\.[^.]+$/u, '') ?? '').slice(0, 300);

function ChooseFile({
  values,
  file,
  isReading,
  error,
  onChange,
  onPick,
  onPreview,
}: {
  values: QuizFormValues;
  file: File | undefined;
  isReading: boolean;
  error: unknown;
  onChange: (values: QuizFormValues) => void;
  onPick: (file: File) => void;
  onPreview: (lessonId: number, file: File) => void;
}) {
  const { t, i18n } = useTranslation();
  const id = useId();
  const form = useRef<HTMLFormElement>(null);
  const [wasTried, setWasTried] = useState(false);
  const courses = useCourseList();
  const lessons = useLessonsOfCourse(values.courseId);
  const size = `${IMPORT_FILE_BYTES / 1024 ** 2} MiB`;
  const isTooLarge = file !== undefined && file.size > IMPORT_FILE_BYTES;
  const fileError =
    file === undefined ? t('imports.fileMissing') : isTooLarge ? t('imports.tooLarge', { size }) : undefined;
  const isFileWrong = isTooLarge || (wasTried && file === undefined);
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    setWasTried(true);
    const { courseId, lessonId } = values;
    if (lessonId !== null && file !== undefined && !isTooLarge) onPreview(lessonId, file);
    else {
      const wrong = courseId === null ? 'course' : lessonId === null ? 'lesson' : 'file';
      form.current?.querySelector<HTMLElement>(`[data-field="${wrong}"]`)?.focus();
    }
  };
  return (
    <form ref={form} noValidate onSubmit={submit}>
      <Stack gap="md">
        <Text size="sm">{t('imports.intro')}</Text>
        <LessonFields
          values={values}
          courses={courses}
          lessons={lessons}
          courseError={wasTried && values.courseId === null ? t('quizzes.invalid.course') : undefined}
          lessonError={wasTried && values.lessonId === null ? t('quizzes.invalid.lesson') : undefined}
          onChange={onChange}
        />
        <Input.Wrapper
          label={t('imports.file')}
          labelElement="div"
          withAsterisk
          description={t('imports.fileHint', { size })}
          descriptionProps={{ id: `${id}-hint` }}
          error={isFileWrong ? fileError : undefined}
          errorProps={{ id: `${id}-error`, role: 'alert' }}
        >
          <Group mt={6} gap="sm">
            <FileButton accept={ACCEPTED} onChange={(picked) => picked !== null && onPick(picked)}>
              {(props) => (
                <Button
                  {...props}
                  variant="default"
                  data-field="file"
                  aria-describedby={isFileWrong ? `${id}-error ${id}-hint` : `${id}-hint`}
                >
                  {file === undefined ? t('imports.choose') : t('imports.chooseOther')}
                </Button>
              )}
            </FileButton>
            {file !== undefined && (
              <Text size="sm" style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
                <bdi>
                  {t('imports.chosen', { name: file.name, size: formatBytes(file.size, i18n.language) })}
                </bdi>
              </Text>
            )}
          </Group>
        </Input.Wrapper>
        {error !== null && !isReading && <Failure message={t('imports.failed')} error={error} />}
        <Text size="sm" role="status">
          {isReading ? t('imports.reading') : ''}
        </Text>
        <Group justify="flex-end">
          <Button type="submit" loading={isReading}>
            {t('imports.preview')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
