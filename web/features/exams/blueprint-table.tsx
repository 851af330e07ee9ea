import { useMediaQuery } from '@mantine/hooks';
import { useTranslation } from 'react-i18next';
import { countQuestions, EXAM_QUESTIONS_MAXIMUM, keyOfCell, type CellKind } from '#contract/exam-cells.ts';
import type { ExamPlan } from '#contract/exams.ts';
import { BLOOM_LEVELS, type AnswerStyle, type BloomLevel } from '#contract/question-kinds.ts';
import { countIn, readCount, readMinutes, withCount, withMinutes } from './change-blueprint.ts';
import { CountField } from './count-field.tsx';
import type { BlueprintEditing } from './use-blueprint.ts';
import classes from './exam.module.css';

/** Below it, a table of six levels is too wide to be read. */
const NARROW = '(max-width: 47.99em)';

interface Row {
  readonly outcome: string | null;
  readonly description: string;
}

/** How many questions of each outcome and level the exam has, and how many minutes one takes. */
export function BlueprintTable({
  plan,
  editing,
  style,
}: {
  plan: ExamPlan;
  editing: BlueprintEditing;
  style: AnswerStyle;
}) {
  const { t } = useTranslation();
  const isNarrow = useMediaQuery(NARROW);
  const rows: Row[] = [
    ...plan.outcomes.map(({ short_name: outcome, description }) => ({ outcome, description })),
    {
      outcome: null,
      description: t(plan.outcomes.length === 0 ? 'exam.courseWithoutOutcomes' : 'exam.noOutcomeHelp'),
    },
  ];
  const nameOf = ({ outcome }: Row): string => outcome ?? t('exam.noOutcome');
  const totalOf = ({ outcome }: Row): number =>
    countQuestions(
      editing.blueprint.cells.filter((cell) => cell.outcome === outcome && cell.answer_style === style),
    );
  if (isNarrow)
    return (
      <>
        {rows.map((row) => (
          <fieldset key={row.outcome ?? ''} className={classes.group}>
            <legend>
              <bdi>{nameOf(row)}</bdi> <span>{t('exam.questionCount', { count: totalOf(row) })}</span>
            </legend>
            <p dir="auto">{row.description}</p>
            <div className={classes.grid}>
              {BLOOM_LEVELS.map((level) => (
                <div key={level}>
                  <span aria-hidden>{t(`quizzes.levels.${level}`)}</span>
                  <Cell
                    plan={plan}
                    editing={editing}
                    kind={{ outcome: row.outcome, level, answer_style: style }}
                  />
                </div>
              ))}
            </div>
          </fieldset>
        ))}
        <fieldset className={classes.group}>
          <legend>{t('exam.minutesEach')}</legend>
          <div className={classes.grid}>
            {BLOOM_LEVELS.map((level) => (
              <div key={level}>
                <span aria-hidden>{t(`quizzes.levels.${level}`)}</span>
                <Minutes editing={editing} style={style} level={level} />
              </div>
            ))}
          </div>
        </fieldset>
      </>
    );
  return (
    <table className={classes.table}>
      <thead>
        <tr>
          <th scope="col">{t('exam.outcome')}</th>
          {BLOOM_LEVELS.map((level) => (
            <th key={level} scope="col">
              {t(`quizzes.levels.${level}`)}
            </th>
          ))}
          <th scope="col">{t('exam.total')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.outcome ?? ''}>
            <th scope="row">
              <bdi>{nameOf(row)}</bdi>
              <span dir="auto" className={classes.description}>
                {row.description}
              </span>
            </th>
            {BLOOM_LEVELS.map((level) => (
              <td key={level}>
                <Cell
                  plan={plan}
                  editing={editing}
                  kind={{ outcome: row.outcome, level, answer_style: style }}
                />
              </td>
            ))}
            <td className={classes.total}>{totalOf(row)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">{t('exam.minutesEach')}</th>
          {BLOOM_LEVELS.map((level) => (
            <td key={level}>
              <Minutes editing={editing} style={style} level={level} />
            </td>
          ))}
          <td />
        </tr>
      </tfoot>
    </table>
  );
}

function Cell({ plan, editing, kind }: { plan: ExamPlan; editing: BlueprintEditing; kind: CellKind }) {
  const { t } = useTranslation();
  const count = countIn(editing.blueprint.cells, kind);
  const ready = countIn(plan.ready, kind);
  const planned = plan.cells.find((cell) => keyOfCell(cell) === keyOfCell(kind));
  const isShort = count > 0 && count === planned?.count && planned.drawn_count < count;
  return (
    <CountField
      label={t('exam.cell', {
        outcome: kind.outcome ?? t('exam.noOutcome'),
        level: t(`quizzes.levels.${kind.level}`),
        ready,
      })}
      value={count}
      read={(text) => readCount(text, EXAM_QUESTIONS_MAXIMUM)}
      isShort={isShort}
      note={
        <span className={classes.ready} data-short={isShort || undefined} aria-hidden>
          {isShort
            ? t('exam.missingShort', { count: count - planned.drawn_count })
            : t('exam.readyShort', { ready })}
        </span>
      }
      onChange={(next) => editing.change((before) => withCount(before, kind, next))}
    />
  );
}

function Minutes({
  editing,
  style,
  level,
}: {
  editing: BlueprintEditing;
  style: AnswerStyle;
  level: BloomLevel;
}) {
  const { t } = useTranslation();
  return (
    <CountField
      label={t('exam.minutesFor', { level: t(`quizzes.levels.${level}`) })}
      value={editing.blueprint.minutes[style][level]}
      read={readMinutes}
      isDecimal
      onChange={(minutes) =>
        editing.change((before) => withMinutes(before, { answer_style: style, level }, minutes))
      }
    />
  );
}
