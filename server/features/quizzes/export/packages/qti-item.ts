import type { ExportedQuestion } from '#contract/quiz-export.ts';
import { titleOf, writeFeedback, writeGraderNotes, writeLines, writeStem } from '../export-text.ts';
import type { ExportEntry } from '../format.ts';
import { XML_DECLARATION } from './element.ts';
import { identifyOption } from './identify.ts';
import { qti, type QtiDialect } from './qti-dialect.ts';

/** Identifies the one feedback of a question. */
const FEEDBACK = 'EXPLANATION';

export function writeQtiItem(dialect: QtiDialect, entry: ExportEntry, identifier: string): string {
  const { question } = entry;
  const feedback = writeFeedback(question, entry);
  return `${XML_DECLARATION}${qti(
    dialect,
    'assessmentItem',
    {
      xmlns: dialect.namespace,
      identifier,
      title: titleOf(entry),
      adaptive: 'false',
      timeDependent: 'false',
    },
    [
      '',
      declareResponse(dialect, question),
      declareScore(dialect, question),
      ...(feedback === '' ? [] : [declareFeedback(dialect)]),
      writeBody(dialect, question),
      ...writeProcessing(dialect, question, feedback !== ''),
      ...(feedback === ''
        ? []
        : [
            qti(
              dialect,
              'modalFeedback',
              { outcomeIdentifier: 'FEEDBACK', identifier: FEEDBACK, showHide: 'show' },
              body(dialect, writeLines(feedback)),
            ),
          ]),
      '',
    ].join('\n'),
  )}\n`;
}

/** From 3.0 on, what is shown in feedback and rubrics has an element of its own. */
const body = (dialect: QtiDialect, markup: string): string =>
  dialect.isKebab ? qti(dialect, 'contentBody', {}, markup) : markup;

function declareResponse(dialect: QtiDialect, { type, options }: ExportedQuestion): string {
  const isEssay = type === 'essay';
  const key = identifyOption(options.findIndex((option) => option.is_correct));
  return qti(
    dialect,
    'responseDeclaration',
    { identifier: 'RESPONSE', cardinality: 'single', baseType: isEssay ? 'string' : 'identifier' },
    isEssay ? '' : qti(dialect, 'correctResponse', {}, qti(dialect, 'value', {}, key)),
  );
}

function declareScore(dialect: QtiDialect, { type }: ExportedQuestion): string {
  const isGradedByHand = type === 'essay' && dialect.isKebab;
  return qti(
    dialect,
    'outcomeDeclaration',
    {
      identifier: 'SCORE',
      cardinality: 'single',
      baseType: 'float',
      normalMaximum: '1',
      ...(isGradedByHand ? { externalScored: 'human' } : {}),
    },
    qti(dialect, 'defaultValue', {}, qti(dialect, 'value', {}, '0')),
  );
}

const declareFeedback = (dialect: QtiDialect): string =>
  qti(dialect, 'outcomeDeclaration', {
    identifier: 'FEEDBACK',
    cardinality: 'single',
    baseType: 'identifier',
  });

/** The standard template, which sets no feedback: with feedback, the rules of the template and one more. */
function writeProcessing(dialect: QtiDialect, { type }: ExportedQuestion, hasFeedback: boolean): string[] {
  const isEssay = type === 'essay';
  if (!hasFeedback)
    return isEssay ? [] : [qti(dialect, 'responseProcessing', { template: dialect.matchCorrect })];
  const rules = [...(isEssay ? [] : [scoreChoice(dialect)]), setOutcome(dialect, 'FEEDBACK', FEEDBACK)];
  return [qti(dialect, 'responseProcessing', {}, rules.join(''))];
}

const setOutcome = (dialect: QtiDialect, identifier: 'SCORE' | 'FEEDBACK', value: string): string =>
  qti(
    dialect,
    'setOutcomeValue',
    { identifier },
    qti(dialect, 'baseValue', { baseType: identifier === 'SCORE' ? 'float' : 'identifier' }, value),
  );

/** As the standard template `match_correct` does. */
function scoreChoice(dialect: QtiDialect): string {
  const response = { identifier: 'RESPONSE' };
  const isRight = qti(
    dialect,
    'match',
    {},
    qti(dialect, 'variable', response) + qti(dialect, 'correct', response),
  );
  return qti(
    dialect,
    'responseCondition',
    {},
    qti(dialect, 'responseIf', {}, isRight + setOutcome(dialect, 'SCORE', '1')) +
      qti(dialect, 'responseElse', {}, setOutcome(dialect, 'SCORE', '0')),
  );
}

function writeBody(dialect: QtiDialect, question: ExportedQuestion): string {
  const notes = writeGraderNotes(question);
  const response = { responseIdentifier: 'RESPONSE' };
  return qti(
    dialect,
    'itemBody',
    {},
    [
      ...(notes === ''
        ? []
        : [
            qti(
              dialect,
              'rubricBlock',
              { view: 'scorer', ...(dialect.isKebab ? { use: 'scoring' } : {}) },
              body(dialect, writeLines(notes)),
            ),
          ]),
      writeStem(question.text),
      question.type === 'essay'
        ? qti(dialect, 'extendedTextInteraction', { ...response, expectedLines: '15' })
        : qti(
            dialect,
            'choiceInteraction',
            { ...response, shuffle: 'true', maxChoices: '1' },
            question.options
              .map(({ text }, index) =>
                qti(dialect, 'simpleChoice', { identifier: identifyOption(index) }, writeLines(text)),
              )
              .join(''),
          ),
    ].join('\n'),
  );
}
