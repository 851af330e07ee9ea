import type { Actor } from '../../ports.ts';

/** A conversation belongs to the instructor who began it; nobody else may see or change it. */
export const ownsConversation = (actor: Actor, conversation: { instructor_id: number }): boolean =>
  conversation.instructor_id === actor.instructorId;
