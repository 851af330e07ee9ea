import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PrintPart, PrintQuizRequest } from '#contract/quiz-print.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import dialogClasses from '#web/ui/dialog.module.css';
import { DownloadState } from '#web/ui/download-state.tsx';
import { Modal } from '#web/ui/modal.tsx';
import { usualPaper } from '#web/ui/paper-size.ts';
import { printLanguageOf } from '#web/ui/print-language.ts';
import { useFileDownload } from '#web/ui/use-file-download.ts';
import classes from './print-dialog.module.css';

const PARTS: readonly PrintPart[] = ['paper', 'answer_sheet', 'key'];
const VERSION_COUNTS = [1, 2, 3, 4, 5, 6];
const ESSAY_LINES = [0, 5, 8, 12, 16, 20, 30];
const MOST_POINTS = 1_000;

type Settings = Omit<PrintQuizRequest, 'part' | 'language' | 'seed' | 'course' | 'title'> & {
  title: string;
  course: string;
};

const isPaper = (text: string): text is 'a4' | 'letter' => text === 'a4' || text === 'letter';
const isFormat = (text: string): text is 'pdf' | 'docx' => text === 'pdf' || text === 'docx';
const wholeNumber = (text: string): number =>
  Math.min(MOST_POINTS, Math.max(0, Math.trunc(Number(text)) || 0));

/** Exam paper, answer sheet and key of a quiz, in versions. */
export function PrintDialog({
  set,
  onClose,
}: {
  set: Pick<QuestionSet, 'id' | 'name' | 'answer_style'>;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const download = useFileDownload();
  const [settings, setSettings] = useState<Settings>({
    title: set.name,
    course: '',
    date: '',
    instructions: '',
    versions: 1,
    shuffle_questions: true,
    shuffle_options: true,
    points_per_choice: 1,
    points_per_essay: 5,
    essay_lines: 12,
    paper: usualPaper(navigator.language),
    format: 'pdf',
  });
  const change = (part: Partial<Settings>): void => {
    download.discardHeld();
    setSettings((current) => ({ ...current, ...part }));
  };
  const print = (part: PrintPart): void => {
    const { title, course, ...rest } = settings;
    download.start({
      name: t(`printing.parts.${part}`),
      method: 'POST',
      path: `/api/question-sets/${set.id}/print/`,
      body: {
        ...rest,
        part,
        language: printLanguageOf(i18n.language),
        ...(title.trim() === '' ? {} : { title }),
        ...(course.trim() === '' ? {} : { course }),
      },
      fallback: `${part}.${settings.format}`,
    });
  };
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('printing.title', { name: set.name })}
      classNames={{ title: dialogClasses.title }}
      size="lg"
      // A quiz is itself shown in a dialog.
      zIndex={300}
      returnFocus={false}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Stack gap="md">
        <HeaderFields settings={settings} onChange={change} />
        <VersionFields settings={settings} onChange={change} />
        <PointFields settings={settings} onChange={change} />
        <div className={classes.pair}>
          <NativeSelect
            label={t('printing.paper')}
            value={settings.paper}
            data={(['a4', 'letter'] as const).map((value) => ({
              value,
              label: t(`printing.papers.${value}`),
            }))}
            onChange={({ currentTarget: { value } }) => isPaper(value) && change({ paper: value })}
          />
          <NativeSelect
            label={t('printing.format')}
            value={settings.format}
            data={(['pdf', 'docx'] as const).map((value) => ({
              value,
              label: t(`printing.formats.${value}`),
            }))}
            onChange={({ currentTarget: { value } }) => isFormat(value) && change({ format: value })}
          />
        </div>
        <DownloadState download={download} />
        <Group gap="sm" justify="flex-end">
          {PARTS.map((part) => (
            <Button
              key={part}
              variant={part === 'paper' ? 'filled' : 'default'}
              loading={download.pendingName === t(`printing.parts.${part}`)}
              disabled={download.pendingName !== undefined}
              onClick={() => print(part)}
            >
              {t(`printing.parts.${part}`)}
            </Button>
          ))}
        </Group>
        <Text size="sm" c="dimmed">
          {t('printing.intro')}
        </Text>
      </Stack>
    </Modal>
  );
}

interface FieldsProps {
  settings: Settings;
  onChange: (part: Partial<Settings>) => void;
}

function HeaderFields({ settings, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <TextInput
        label={t('printing.examTitle')}
        dir="auto"
        maxLength={300}
        value={settings.title}
        onChange={({ currentTarget: { value } }) => onChange({ title: value })}
      />
      <div className={classes.pair}>
        <TextInput
          label={t('printing.course')}
          description={t('printing.courseHint')}
          dir="auto"
          maxLength={300}
          value={settings.course}
          onChange={({ currentTarget: { value } }) => onChange({ course: value })}
        />
        <TextInput
          label={t('printing.date')}
          description={t('printing.dateHint')}
          dir="auto"
          maxLength={60}
          value={settings.date}
          onChange={({ currentTarget: { value } }) => onChange({ date: value })}
        />
      </div>
      <Textarea
        label={t('printing.instructions')}
        dir="auto"
        autosize
        minRows={2}
        maxRows={8}
        maxLength={4_000}
        value={settings.instructions}
        onChange={({ currentTarget: { value } }) => onChange({ instructions: value })}
      />
    </>
  );
}

function VersionFields({ settings, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <Stack gap="xs">
      <NativeSelect
        label={t('printing.versionsLabel')}
        description={t('printing.versionsHint')}
        value={String(settings.versions)}
        data={VERSION_COUNTS.map((count) => ({
          value: String(count),
          label: t('printing.versions', { count }),
        }))}
        onChange={({ currentTarget: { value } }) => onChange({ versions: Number(value) })}
      />
      {settings.versions > 1 && (
        <>
          <Checkbox
            label={t('printing.shuffleQuestions')}
            checked={settings.shuffle_questions}
            onChange={({ currentTarget: { checked } }) => onChange({ shuffle_questions: checked })}
          />
          <Checkbox
            label={t('printing.shuffleOptions')}
            checked={settings.shuffle_options}
            onChange={({ currentTarget: { checked } }) => onChange({ shuffle_options: checked })}
          />
        </>
      )}
    </Stack>
  );
}

/** A quiz of either style may contain questions of the other: the instructor can add them in the editor. */
function PointFields({ settings, onChange }: FieldsProps) {
  const { t } = useTranslation();
  return (
    <div className={classes.triple}>
      <TextInput
        type="number"
        min={0}
        max={MOST_POINTS}
        label={t('printing.pointsPerChoice')}
        value={settings.points_per_choice}
        onChange={({ currentTarget: { value } }) => onChange({ points_per_choice: wholeNumber(value) })}
      />
      <TextInput
        type="number"
        min={0}
        max={MOST_POINTS}
        label={t('printing.pointsPerEssay')}
        value={settings.points_per_essay}
        onChange={({ currentTarget: { value } }) => onChange({ points_per_essay: wholeNumber(value) })}
      />
      <NativeSelect
        label={t('printing.essayLines')}
        value={String(settings.essay_lines)}
        data={ESSAY_LINES.map(String)}
        onChange={({ currentTarget: { value } }) => onChange({ essay_lines: Number(value) })}
      />
    </div>
  );
}
