import { Button, Group, Text, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconMessagePlus } from '@tabler/icons-react';
import { Fragment, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SectionCoverage } from '#contract/coverage.ts';
import type { QuestionSet } from '#contract/quizzes.ts';
import { IconButton } from '#web/ui/icon-button.tsx';
import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { Skeletons } from '#web/ui/skeletons.tsx';
import { WhenLoaded } from '#web/ui/when-loaded.tsx';
import { insertQuestion } from './change-questions.ts';
import { countCoverage, type CountedSection } from './count-coverage.ts';
import { useCoverage } from './editor.queries.ts';
import { BLOOM_LEVELS, EDITED_QUESTIONS_MAXIMUM } from '#contract/question-kinds.ts';
import type { QuestionEditing } from './use-question-editing.ts';
import type { WriteQuestion } from './use-write-question.ts';
import classes from './coverage-map.module.css';

/** Below it, a table of six levels is too wide to be read. */
const NARROW = '(max-width: 37.49em)';
/** Below it, the table has room for figures, not for words at each of them. */
const COMPACT = '(max-width: 61.99em)';

/** What the questions ask about, section by section and level by level, and what they leave out. */
export function CoverageMap({
  set,
  editing,
  write,
  onShow,
}: {
  set: QuestionSet;
  editing: QuestionEditing;
  write: WriteQuestion;
  /** Takes to a question. */
  onShow: (questionKey: string) => void;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  const isCompact = useMediaQuery(COMPACT);
  const coverage = useCoverage(set.id);
  const [asking, setAsking] = useState<number>();
  const [outcome, setOutcome] = useState<
    { section: number; added: { key: string; number: number } } | { section: number; reason: string }
  >();
  if (coverage.data === undefined) {
    return (
      <WhenLoaded
        query={coverage}
        failure={t('editor.coverageFailed')}
        loading={<Skeletons label={t('editor.loadingCoverage')} heights={[44, 44, 44, 44]} />}
      />
    );
  }
  const questions = editing.history.present;
  const { counted, unplaced } = countCoverage(coverage.data.sections, questions);
  const empty = counted.filter(({ total }) => total === 0).length;
  const ask = async ({ section }: SectionCoverage): Promise<void> => {
    setAsking(section);
    setOutcome(undefined);
    const written = await write({ answer_style: set.answer_style, section });
    setAsking(undefined);
    if (written.question === null) {
      setOutcome({ section, reason: written.reason });
      return;
    }
    editing.edit('add', written.question.key, insertQuestion(written.question));
    setOutcome({ section, added: { key: written.question.key, number: questions.length + 1 } });
  };
  const askButton = ({ section }: CountedSection, isIcon: boolean) => {
    const isBusy = asking !== undefined || questions.length >= EDITED_QUESTIONS_MAXIMUM;
    const label = t('editor.askAboutNamed', { section: section.title });
    const press = (): void => {
      if (!isBusy) void ask(section);
    };
    const isAsked = asking === section.section;
    return isIcon ? (
      <IconButton
        icon={IconMessagePlus}
        label={label}
        hint={t('editor.askAbout')}
        variant="default"
        size={32}
        isInactive={isBusy}
        isWorking={isAsked}
        onClick={press}
      />
    ) : (
      <Button
        variant="default"
        size="compact-sm"
        className={classes.ask}
        aria-label={label}
        aria-disabled={isBusy}
        data-disabled={isBusy || undefined}
        onClick={press}
      >
        {isAsked ? t('editor.writing') : t('editor.askAbout')}
      </Button>
    );
  };
  const told = ({ section: { section } }: CountedSection) =>
    outcome?.section === section && (
      <Group gap={8} className={classes.told}>
        {'reason' in outcome ? (
          outcome.reason
        ) : (
          <>
            {t('editor.added', { number: outcome.added.number })}
            <Button variant="subtle" size="compact-sm" onClick={() => onShow(outcome.added.key)}>
              {t('editor.showIt')}
            </Button>
          </>
        )}
      </Group>
    );
  return (
    <div>
      <Text size="sm" mb="sm">
        {t('editor.coverageIntro', { count: counted.length })}{' '}
        <strong>{empty === 0 ? t('editor.allCovered') : t('editor.uncovered', { count: empty })}</strong>{' '}
        {unplaced > 0 && t('editor.unplaced', { count: unplaced })}
      </Text>
      <VisuallyHidden role="status">
        {asking !== undefined
          ? t('editor.writing')
          : outcome === undefined
            ? ''
            : 'reason' in outcome
              ? outcome.reason
              : t('editor.added', { number: outcome.added.number })}
      </VisuallyHidden>
      {isNarrow ? (
        <ul className={classes.list}>
          {counted.map((each) => (
            <li key={each.section.section}>
              <SectionName lessonId={set.lesson_id} counted={each} />
              {each.total > 0 && (
                <Text size="sm">
                  {BLOOM_LEVELS.filter((level) => each.counts[level] > 0)
                    .map((level) => `${t(`quizzes.levels.${level}`)}: ${each.counts[level]}`)
                    .join(' · ')}
                </Text>
              )}
              {askButton(each, false)}
              {told(each)}
            </li>
          ))}
        </ul>
      ) : (
        <table className={classes.table} data-compact={isCompact || undefined}>
          <caption className={classes.caption}>{t('editor.coverageCaption')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('editor.section')}</th>
              {BLOOM_LEVELS.map((level) => (
                <th key={level} scope="col" className={classes.level}>
                  <span>{t(`quizzes.levels.${level}`)}</span>
                </th>
              ))}
              <td />
            </tr>
          </thead>
          <tbody>
            {counted.map((each) => (
              <Fragment key={each.section.section}>
                <tr>
                  <th scope="row">
                    <SectionName lessonId={set.lesson_id} counted={each} />
                  </th>
                  {BLOOM_LEVELS.map((level) => (
                    <td
                      key={level}
                      className={classes.number}
                      data-some={each.counts[level] > 0 || undefined}
                    >
                      {each.counts[level]}
                    </td>
                  ))}
                  <td className={classes.askCell}>{askButton(each, isCompact)}</td>
                </tr>
                {outcome?.section === each.section.section && (
                  <tr>
                    <td colSpan={BLOOM_LEVELS.length + 2}>{told(each)}</td>
                  </tr>
                )}
              </Fragment>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}

function SectionName({ lessonId, counted }: { lessonId: number; counted: CountedSection }) {
  const { t } = useTranslation();
  const { title, page, start_second: second, passage_ids: ids } = counted.section;
  return (
    <span className={classes.section}>
      <bdi>{title}</bdi>{' '}
      {(page !== null || second !== null) && (
        <EvidenceChip
          lessonId={lessonId}
          evidence={{ quote: title, page, start_second: second, end_second: null, passage_id: ids[0] ?? '' }}
        />
      )}
      {counted.total === 0 && <span className={classes.emptyMark}>{t('editor.noQuestionYet')}</span>}
    </span>
  );
}
