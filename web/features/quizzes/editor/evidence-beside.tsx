import type { LessonFact } from '#contract/facts.ts';
import { Button, Group, Text } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Flaw } from '#contract/quizzes.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { SentencePicker } from '#web/ui/sentence-picker.tsx';
import { changeQuestion } from './change-questions.ts';
import { citeIdOf } from './editor-ids.ts';
import { EditorFlaws } from './editor-flaws.tsx';
import type { QuestionPart } from './use-question-editing.ts';
import classes from './evidence.module.css';

/** The evidence of a question, shown next to it. */
export function EvidenceBeside({
  question,
  number,
  lessonId,
  fact,
  flaws,
  isCiting,
  edit,
  focus,
  onCite,
}: QuestionPart & {
  lessonId: number;
  /** The fact that the question was started on. */
  fact: LessonFact | undefined;
  flaws: readonly Flaw[];
  /** The lesson is being searched for another sentence. */
  isCiting: boolean;
  onCite: () => void;
}) {
  const { t } = useTranslation();
  const { key, evidence } = question;
  return (
    <aside className={classes.beside} aria-label={t('editor.evidenceOf', { number })}>
      <Text size="sm" fw={600} mb={6}>
        {t('editor.evidence')}
      </Text>
      {fact !== undefined && fact.context !== null && (
        <Text size="xs" c="dimmed" mb={4} dir="auto">
          {fact.context}
        </Text>
      )}
      {fact !== undefined && fact.statement !== evidence?.quote && (
        <Text size="sm" mb={8} dir="auto">
          {fact.statement}
        </Text>
      )}
      {evidence === null ? (
        <Text size="sm" c="dimmed">
          {t('editor.noEvidence')}
        </Text>
      ) : (
        <>
          {[evidence, ...(evidence.further ? [evidence.further] : [])].map(({ quote }) => (
            <blockquote key={quote} className={classes.quote} dir="auto">
              {quote}
            </blockquote>
          ))}
          <EvidenceChip lessonId={lessonId} evidence={evidence} />
        </>
      )}
      <EditorFlaws flaws={flaws} question={question} edit={edit} focus={focus} />
      <Group gap="4px 8px" align="stretch" mt={4} ms={-8}>
        <Button
          id={citeIdOf(key)}
          variant="subtle"
          size="compact-sm"
          leftSection={<IconQuote size={16} stroke={1.6} aria-hidden />}
          aria-expanded={isCiting}
          aria-label={t(evidence === null ? 'editor.citeFor' : 'editor.citeAnotherFor', { number })}
          onClick={onCite}
        >
          {t(evidence === null ? 'editor.cite' : 'editor.citeAnother')}
        </Button>
        {evidence !== null && (
          <Button
            variant="subtle"
            color="gray"
            size="compact-sm"
            aria-label={t('editor.removeEvidenceOf', { number })}
            onClick={() => {
              edit('evidence', key, changeQuestion(key, { evidence: null }));
              focus(citeIdOf(key));
            }}
          >
            {t('editor.removeEvidence')}
          </Button>
        )}
      </Group>
    </aside>
  );
}

/** The lesson's sentences, to choose the evidence of a question from. */
export function EvidencePicker({
  question,
  number,
  lessonId,
  edit,
  onClose,
}: Omit<QuestionPart, 'focus'> & { lessonId: number; onClose: () => void }) {
  const { t } = useTranslation();
  const right = question.options.filter((option) => option.isCorrect).map(({ text }) => text);
  return (
    <SentencePicker
      lessonId={lessonId}
      label={t('editor.pickerOf', { number })}
      hint={t('editor.searchHint')}
      nearest={[question.text, ...right].join(' ').trim()}
      onChoose={(evidence) => {
        edit('evidence', question.key, changeQuestion(question.key, { evidence }));
        onClose();
      }}
      onClose={onClose}
    />
  );
}
