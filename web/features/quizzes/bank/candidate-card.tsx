import { Checkbox, Group, Skeleton, Text } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { memo, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '#web/ui/icon-button.tsx';
import type { BankCandidate } from '#contract/question-bank.ts';
import { nameStem } from '#contract/question-rules/stem-parts.ts';
import { AnswerOptions } from '#web/ui/answer-options.tsx';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { FlawNotes } from '#web/ui/flaw-notes.tsx';
import { Link } from '#web/ui/link.tsx';
import { paths } from '#web/ui/paths.ts';
import { StemView } from '#web/ui/stem-view.tsx';
import { toCandidateEdit } from '../editor/exchange-draft.ts';
import { QuestionInPlace } from '../editor/load-editor.ts';
import { editIdOf, stemIdOf } from './bank-ids.ts';
import { useEditCandidate } from './question-bank.queries.ts';
import classes from './candidate-card.module.css';

/** One candidate: read, selected, rejected, or edited in its place. The functions are always the same. */
export const CandidateCard = memo(function CandidateCard({
  candidate,
  isSelected,
  editedAs,
  onSelect,
  onEdit,
  onEditEnd,
  onReject,
}: {
  candidate: BankCandidate;
  isSelected: boolean;
  /** Its number on the screen while it is edited. */
  editedAs: number | undefined;
  onSelect: (id: number, isSelected: boolean) => void;
  onEdit: (id: number) => void;
  onEditEnd: (id: number) => void;
  onReject: (id: number) => void;
}) {
  const { t } = useTranslation();
  const { id } = candidate;
  const question = nameStem(candidate.text);
  return (
    <li className={classes.card} data-selected={isSelected || undefined}>
      {editedAs !== undefined ? (
        <EditedCandidate candidate={candidate} number={editedAs} onEnd={() => onEditEnd(id)} />
      ) : (
        <>
          <Checkbox
            // WCAG 2.2, 2.5.8: a target of at least 24 by 24.
            size="md"
            className={classes.check}
            checked={isSelected}
            aria-label={t('bank.select', { question })}
            onChange={({ currentTarget: { checked } }) => onSelect(id, checked)}
          />
          <Facts candidate={candidate} />
          <Group gap={0} align="stretch" wrap="nowrap">
            <IconButton
              icon={IconPencil}
              hint={t('bank.edit')}
              id={editIdOf(id)}
              label={t('bank.editOf', { question })}
              onClick={() => onEdit(id)}
            />
            <IconButton
              icon={IconTrash}
              hint={t('bank.reject')}
              label={t('bank.rejectOf', { question })}
              onClick={() => onReject(id)}
            />
          </Group>
          <div className={classes.body}>
            <StemView stem={candidate.text} className={classes.stem} headingId={stemIdOf(id)} />
            <AnswerOptions options={candidate.options} isCompact />
            {candidate.key_points.length > 0 && (
              <ul className={classes.points} aria-label={t('quizzes.keyPoints')}>
                {candidate.key_points.map((point, place) => (
                  <li key={place} dir="auto">
                    {point}
                  </li>
                ))}
              </ul>
            )}
            <div className={classes.reason}>
              <span className={classes.chip}>
                <EvidenceChip lessonId={candidate.lesson_id} evidence={candidate.evidence} />
              </span>
              {candidate.explanation !== '' && (
                <Text size="sm" c="dimmed" dir="auto" pt={2}>
                  {candidate.explanation}
                </Text>
              )}
            </div>
            <div className={classes.flaws}>
              <FlawNotes flaws={candidate.flaws} intro={t('quizzes.worthALook')} />
            </div>
          </div>
        </>
      )}
    </li>
  );
});

function EditedCandidate({
  candidate,
  number,
  onEnd,
}: {
  candidate: BankCandidate;
  number: number;
  onEnd: () => void;
}) {
  const { t } = useTranslation();
  const save = useEditCandidate(candidate.lesson_id);
  return (
    <div className={classes.editing}>
      <Suspense fallback={<Skeleton height={320} />}>
        <QuestionInPlace
          form={`candidate:${candidate.id}`}
          // The others are alternatives to it.
          questions={[candidate]}
          place={0}
          number={number}
          lessonId={candidate.lesson_id}
          saveLabel={t('common.save')}
          isSaving={save.isPending}
          error={save.error}
          onSave={(edited) =>
            save.mutate({ id: candidate.id, body: toCandidateEdit(edited) }, { onSuccess: onEnd })
          }
          onCancel={onEnd}
        />
      </Suspense>
    </div>
  );
}

/** Level, difficulty, outcome and section, and where the question is used. */
function Facts({ candidate }: { candidate: BankCandidate }) {
  const { t } = useTranslation();
  const { section, section_title: title } = candidate;
  return (
    <ul className={classes.facts}>
      <li>{t(`quizzes.levels.${candidate.blooms_taxonomy}`)}</li>
      <li>{t(`quizzes.difficulties.${candidate.difficulty}`)}</li>
      {candidate.outcome !== null && (
        <li className={classes.outcome}>
          <bdi>{candidate.outcome.short_name}</bdi>
        </li>
      )}
      <li className={classes.section}>
        <bdi>{title === '' ? t('bank.sectionNumber', { number: section + 1 }) : title}</bdi>
      </li>
      {candidate.is_edited && <li>{t('bank.edited')}</li>}
      {candidate.used_in.map(({ question_set_id: setId, name }) => (
        <li key={setId}>
          <Link to={paths.savedQuiz(setId)} className={classes.used}>
            {t('bank.inQuiz', { name })}
          </Link>
        </li>
      ))}
    </ul>
  );
}
