import {
  NOTHING_FOUND,
  type AssistantAnswer,
  type AssistantRequest,
  type Citation,
} from '../../../contract/assistant.ts';
import { inTransaction } from '../../database/database.ts';
import type { Actor, Dependencies } from '../../ports.ts';
import { notFound } from '../../problem-error.ts';
import { getTimeEvidence } from '../lessons/get-time-evidence.ts';
import type { Quotation } from './choose-quotations.ts';
import { appendMessages, insertConversation } from './conversation.store.ts';
import { getOwnConversation } from './conversations.ts';
import { findQuotations } from './find-quotations.ts';
import type { MatchingPassage } from './passage-search.store.ts';
import { presentMessage } from './present-conversation.ts';

const TITLE_CHARACTERS = 80;

type Needed = Pick<Dependencies, 'database'>;

/**
 * Answers a message with sentences of one's own lessons, word for word, or says plainly that they say nothing
 * about it. Question and answer are kept together, or neither.
 * @throws {ProblemError} not_found when the conversation is not there or another's.
 */
export async function answerMessage(
  dependencies: Needed,
  actor: Actor,
  { text, conversation_id: given }: AssistantRequest,
): Promise<AssistantAnswer> {
  if (given !== undefined) await getOwnConversation(dependencies, actor, given);
  const quotations = await findQuotations(dependencies, actor, text);
  const citations = await Promise.all(quotations.map((quotation) => cite(dependencies, quotation)));
  const found = citations.length > 0;
  const answer = found ? joinQuotations(quotations) : NOTHING_FOUND;
  return inTransaction(dependencies.database, async (transaction) => {
    const conversationId =
      given ??
      (await insertConversation(transaction, { instructor_id: actor.instructorId, title: titleOf(text) }));
    const messages = await appendMessages(transaction, conversationId, [
      { role: 'person', text, citations: [] },
      { role: 'assistant', text: answer, citations },
    ]);
    const [question, last] = messages ?? [];
    if (question === undefined || last === undefined) throw notFound('conversation');
    return {
      conversation_id: conversationId,
      question_id: question.id,
      message: {
        ...presentMessage(last),
        role: 'assistant',
        outcome: found ? 'answered' : 'nothing_found',
      },
    };
  });
}

/** Its first words, cut between two of them. */
function titleOf(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= TITLE_CHARACTERS) return line;
  const cut = line.slice(0, TITLE_CHARACTERS).replace(/[\uD800-\uDBFF]$/, '');
  return `${cut.replace(/\s+\S*$/, '')}…`;
}

async function cite(dependencies: Needed, { passage, quote }: Quotation<MatchingPassage>): Promise<Citation> {
  const timeEvidence = await getTimeEvidence(dependencies, passage.video_id);
  return {
    lesson_id: passage.lesson_id,
    lesson_title: passage.lesson_title,
    course_id: passage.course_id,
    evidence: timeEvidence({
      quote,
      page: passage.page,
      start_second: passage.start_second,
      end_second: passage.end_second,
      passage_id: passage.passage_id,
    }),
  };
}

/** A lesson's sentences in the lesson's order, the lesson with the best one first; a blank line between lessons. */
function joinQuotations(quotations: readonly Quotation<MatchingPassage>[]): string {
  const lessons = Map.groupBy(quotations, ({ passage }) => passage.lesson_id);
  return [...lessons.values()]
    .map((ofLesson) =>
      ofLesson
        .toSorted((one, other) => one.passage.position - other.passage.position)
        .map(({ quote }) => quote.replace(/\s+/g, ' '))
        .join(' '),
    )
    .join('\n\n');
}
