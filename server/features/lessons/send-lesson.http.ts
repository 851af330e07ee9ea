import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Dependencies } from '#server/dependencies.ts';
import { originOf } from '#server/platform/http/origin.ts';
import { sendPieces } from '#server/platform/http/send-pieces.ts';
import type { LessonRow } from './lesson.store.ts';
import { presentLesson } from './present-lesson.ts';

/** Answers with a whole lesson, in pieces. */
export async function sendLesson(
  dependencies: Pick<Dependencies, 'database' | 'secrets' | 'config'>,
  request: FastifyRequest,
  reply: FastifyReply,
  lesson: LessonRow,
): Promise<FastifyReply> {
  const origin = originOf(dependencies.config, request);
  return sendPieces(reply, await presentLesson(dependencies, origin, lesson, reply.holdTexts.bind(reply)));
}
