import type { AnswerEvent, AnswerStatement, Citation } from '../../../contract/assistant.ts';
import type { CiteSources } from './cite-sources.ts';
import type { ComposedStatement } from './composed-answer.ts';

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
    const citations = await this.#cite(sources);
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
