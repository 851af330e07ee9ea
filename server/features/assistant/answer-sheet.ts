import type { AnswerEvent, AnswerStatement, Citation } from '#contract/assistant.ts';
import type { Dependencies } from '#server/dependencies.ts';
import { evidenceOfPassage } from '#server/language/evidence-of-passage.ts';
import { createTimeEvidence } from '../lessons/lesson-text.ts';
import type { CitedStatement } from './answer-request.ts';
import type { ComposedStatement, Source } from './composed-answer.ts';

/** An answer as far as it has been given: its statements in order, and what they rest on, none twice. */
export class AnswerSheet {
  readonly #cite: CiteSources;
  readonly #statements: AnswerStatement[] = [];
  readonly #citations: Citation[] = [];

  constructor(cite: CiteSources) {
    this.#cite = cite;
  }

  get statements(): readonly AnswerStatement[] {
    return this.#statements;
  }

  get citations(): readonly Citation[] {
    return this.#citations;
  }

  /** Where the next paragraph begins. */
  get nextParagraph(): number {
    return (this.#statements.at(-1)?.paragraph ?? -1) + 1;
  }

  /** The statements as one text, a blank line between paragraphs. */
  get text(): string {
    const paragraphs = Map.groupBy(this.#statements, ({ paragraph }) => paragraph);
    return [...paragraphs.values()].map((list) => list.map(({ text }) => text).join(' ')).join('\n\n');
  }

  async add({ sources, ...statement }: ComposedStatement): Promise<AnswerEvent> {
    return this.addCited({ statement, citations: await this.#cite(sources) });
  }

  addCited({ statement, citations }: CitedStatement): AnswerEvent {
    this.#statements.push({ ...statement, citations: citations.map((each) => this.#numberOf(each)) });
    return { name: 'statement', data: { statement, citations } };
  }

  #numberOf(citation: Citation): number {
    const { passage_id: passage, quote } = citation.evidence;
    const known = this.#citations.findIndex(
      ({ lesson_id: lesson, evidence }) =>
        lesson === citation.lesson_id && evidence.passage_id === passage && evidence.quote === quote,
    );
    return known === -1 ? this.#citations.push(citation) - 1 : known;
  }
}

type CiteSources = (sources: readonly Source[]) => Promise<Citation[]>;

/** Makes citations of sources, of a video narrowed to the second. */
export const createCiteSources =
  (dependencies: Pick<Dependencies, 'database'>): CiteSources =>
  (sources) =>
    Promise.all(
      sources.map(async ({ passage, quote }) => ({
        lesson_id: passage.lessonId,
        lesson_title: passage.lessonTitle,
        course_id: passage.courseId,
        evidence: await createTimeEvidence(
          dependencies,
          passage.transcriptionId,
        )(evidenceOfPassage({ ...passage, id: passage.passageId }, quote)),
      })),
    );
