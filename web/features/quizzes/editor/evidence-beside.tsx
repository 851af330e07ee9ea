import type { LessonFact } from '#contract/facts.ts';
import { Button, Text } from '@mantine/core';
import { IconQuote } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { Flaw } from '#contract/quizzes.ts';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { changeQuestion } from './change-questions.ts';
import { citeIdOf } from './editor-ids.ts';
import { EditorFlaws } from './editor-flaws.tsx';
import type { EditorQuestion } from './editor-question.ts';
import type { EditQuestions } from './use-question-editing.ts';
import classes from './editor.module.css';
import evidenceClasses from './evidence.module.css';

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
}: {
  question: EditorQuestion;
  number: number;
  lessonId: number;
  /** The fact that the question was started on. */
  fact: LessonFact | undefined;
  flaws: readonly Flaw[];
  /** The lesson is being searched for another sentence. */
  isCiting: boolean;
  edit: EditQuestions;
  focus: (id: string) => void;
  onCite: () => void;
}) {
  const { t } = useTranslation();
  const { key, evidence } = question;
  return (
    <aside className={evidenceClasses.beside} aria-label={t('editor.evidenceOf', { number })}>
      <Text size="sm" fw={600} mb={6}>
        {t('editor.evidence')}
      </Text>
      {fact !== undefined && fact.context !== null && (
        <Text size="xs" c="dimmed" dir="auto">
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
          <blockquote className={evidenceClasses.quote} dir="auto">
            {evidence.quote}
          </blockquote>
          <EvidenceChip lessonId={lessonId} evidence={evidence} />
        </>
      )}
      <EditorFlaws flaws={flaws} question={question} edit={edit} focus={focus} />
      <div className={classes.rowOfButtons}>
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
              edit(
                'evidence',
                key,
                changeQuestion(key, (before) => ({ ...before, evidence: null })),
              );
              focus(citeIdOf(key));
            }}
          >
            {t('editor.removeEvidence')}
          </Button>
        )}
      </div>
    </aside>
  );
}
