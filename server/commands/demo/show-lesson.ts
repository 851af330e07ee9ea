import type { Evidence } from '#contract/evidence.ts';
import type { Lesson } from '#contract/lessons.ts';
import type { Question, QuestionSetWithQuestions } from '#contract/quizzes.ts';
import { codeOfStem, nameStem } from '#contract/question-rules/stem-parts.ts';
import type { Terminal } from './terminal.ts';
import { formatTime, visibleLength } from './wrap-text.ts';

const WORDS_IN_CHIP = 4;
const LETTERS = 'ABCDEFGHIJ';

/** Writes what Lectern made of a lesson: transcript, summary with evidence, questions with keys and quotes. */
export function showLesson(terminal: Terminal, lesson: Lesson, quiz: QuestionSetWithQuestions): void {
  if (lesson.transcript_cues.length > 0) {
    terminal.heading('Transcript');
    for (const cue of lesson.transcript_cues) {
      terminal.paragraph(cue.text, `  ${terminal.chip(formatTime(cue.start_second))}  `);
    }
  }
  terminal.heading('Summary');
  for (const point of lesson.summary_points) {
    terminal.paragraph(
      `${point.text} ${chipOf(terminal, point.evidence)}`,
      `  ${terminal.style('blue', '•')} `,
    );
  }
  terminal.heading('Questions');
  for (const [index, question] of quiz.questions.entries()) showQuestion(terminal, question, index + 1);
  if (quiz.shortfall !== null) {
    const { asked, made, reason } = quiz.shortfall;
    terminal.line();
    terminal.paragraph(`${made} of the ${asked} questions asked for. ${reason}`);
  }
}

function showQuestion(terminal: Terminal, question: Question, number: number): void {
  const tags = [question.blooms_taxonomy, question.difficulty, question.outcome?.short_name]
    .filter((tag) => tag !== undefined)
    .join(' · ');
  if (number > 1) terminal.line();
  terminal.paragraph(
    `${terminal.style('bold', nameStem(question.text))} ${terminal.style('dim', `(${tags})`.replaceAll(' ', '\u00a0'))}`,
    `  ${String(number).padStart(2)}  `,
  );
  const code = codeOfStem(question.text);
  if (code !== '') for (const line of code.split('\n')) terminal.line(`      ${line}`);
  for (const [index, option] of question.options.entries()) {
    const letter = LETTERS[index] ?? '?';
    const mark = option.is_correct ? terminal.style('green', `✓ ${letter}`) : `  ${letter}`;
    terminal.paragraph(
      option.is_correct ? terminal.style('green', option.text) : option.text,
      `      ${mark}  `,
    );
  }
  showLabelled(terminal, 'Why', question.explanation);
  const { evidence } = question;
  if (evidence !== null) {
    const place = hasPlace(evidence) ? chipOf(terminal, evidence) : '';
    showLabelled(terminal, 'Evidence', `“${evidence.quote}” ${place}`);
  }
  const dismissed = new Set<string>(question.dismissed_flaws.map(({ code: dismissedCode }) => dismissedCode));
  for (const flaw of question.flaws.filter((found) => !dismissed.has(found.code)))
    showLabelled(terminal, 'Flaw', flaw.message);
}

function showLabelled(terminal: Terminal, label: string, text: string): void {
  if (text.trim() === '') return;
  const shown = terminal.style('dim', label);
  terminal.paragraph(text, `      ${shown}${' '.repeat(Math.max(1, 10 - visibleLength(label)))}`);
}

const hasPlace = (evidence: Evidence): boolean => evidence.start_second !== null || evidence.page !== null;

/** Where a line rests: the second, the page, or in a text without either the words themselves. */
function chipOf(terminal: Terminal, evidence: Evidence): string {
  if (evidence.start_second !== null) return terminal.chip(formatTime(evidence.start_second));
  if (evidence.page !== null) {
    const last = evidence.page_end === undefined ? '' : `–${evidence.page_end}`;
    return terminal.chip(`p. ${evidence.page}${last}`);
  }
  const words = evidence.quote.split(/\s+/);
  const start = words
    .slice(0, WORDS_IN_CHIP)
    .join(' ')
    .replace(/[,;:.]$/, '');
  return terminal.chip(words.length > WORDS_IN_CHIP ? `“${start} …”` : `“${start}”`);
}
