import { Button, Group, Text, TextInput, Textarea } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconQuote, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { SentencePicker } from '#web/ui/sentence-picker.tsx';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import type { SummaryLine, SummaryLines } from './summary-lines.ts';
import classes from './summary.module.css';

export const fieldIdOf = (key: number): string => `summary-line-${key}`;
const citeIdOf = (key: number): string => `summary-evidence-${key}`;

/** One point or key term: its words, its evidence, its place, and a way to remove it. */
export function SummaryLineFields({
  lessonId,
  line,
  kind,
  number,
  count,
  isIncomplete,
  onChange,
  onMove,
  onRemove,
}: {
  lessonId: number;
  line: SummaryLine;
  kind: keyof SummaryLines;
  number: number;
  count: number;
  isIncomplete: boolean;
  onChange: (line: SummaryLine) => void;
  onMove: (step: 1 | -1) => void;
  onRemove: () => void;
}) {
  const { t } = useTranslation();
  const [isCiting, setIsCiting] = useState(false);
  const requestFocus = useFocusRequest();
  const name = t(kind === 'points' ? 'lessons.pointNumber' : 'lessons.termNumber', { number });
  const close = (): void => {
    setIsCiting(false);
    requestFocus(citeIdOf(line.key));
  };
  return (
    <li className={classes.editorLine}>
      {kind === 'terms' && (
        <TextInput
          id={fieldIdOf(line.key)}
          aria-label={name}
          placeholder={t('lessons.term')}
          maxLength={200}
          dir="auto"
          value={line.term}
          error={isIncomplete && line.term.trim() === '' && t('lessons.termMissing')}
          onChange={({ currentTarget }) => onChange({ ...line, term: currentTarget.value })}
        />
      )}
      <Textarea
        id={kind === 'points' ? fieldIdOf(line.key) : undefined}
        aria-label={kind === 'points' ? name : t('lessons.definitionOf', { name })}
        placeholder={kind === 'points' ? undefined : t('lessons.definition')}
        autosize
        minRows={1}
        maxLength={2_000}
        dir="auto"
        value={line.text}
        error={isIncomplete && line.text.trim() === '' && t('lessons.wordsMissing')}
        onChange={({ currentTarget }) => onChange({ ...line, text: currentTarget.value })}
      />
      <Group gap={4}>
        {line.evidence !== null && <EvidenceChip lessonId={lessonId} evidence={line.evidence} />}
        <Button
          id={citeIdOf(line.key)}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconQuote size={16} stroke={1.6} aria-hidden />}
          aria-expanded={isCiting}
          aria-label={t(line.evidence === null ? 'lessons.citeFor' : 'lessons.citeAnotherFor', { name })}
          onClick={() => {
            setIsCiting(!isCiting);
          }}
        >
          {t(line.evidence === null ? 'lessons.cite' : 'lessons.citeAnother')}
        </Button>
        <Group gap={0} ms="auto">
          <IconButton
            icon={IconArrowUp}
            size={32}
            label={t('lessons.moveUp', { name })}
            disabled={number === 1}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon={IconArrowDown}
            size={32}
            label={t('lessons.moveDown', { name })}
            disabled={number === count}
            onClick={() => onMove(1)}
          />
          <IconButton
            icon={IconTrash}
            size={32}
            label={t('lessons.removeLine', { name })}
            onClick={onRemove}
          />
        </Group>
      </Group>
      {isIncomplete && line.evidence === null && (
        <Text size="xs" c="var(--lectern-red)" role="alert">
          {t('lessons.evidenceMissing')}
        </Text>
      )}
      {isCiting && (
        <SentencePicker
          lessonId={lessonId}
          label={t('lessons.citeFor', { name })}
          hint={t('lessons.citeHint')}
          nearest={`${line.term} ${line.text}`.trim()}
          onChoose={(evidence) => {
            onChange({ ...line, evidence, furtherEvidence: [] });
            close();
          }}
          onClose={close}
        />
      )}
    </li>
  );
}
