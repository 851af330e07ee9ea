import type { Lesson, LessonRequest } from '../../../contract/lessons.ts';
import { ApiError, explainServiceError, UnreachableError } from '../../api-client/api-error.ts';
import { request } from '../../api-client/request.ts';
import { UploadFailure } from './upload-error.ts';

/**
 * Adds the lesson to its course.
 * @throws UploadFailure when the server refuses or does not answer; the signal's reason when it aborted.
 */
export async function createLesson(lesson: LessonRequest, signal: AbortSignal): Promise<Lesson> {
  try {
    return await request<Lesson>('POST', '/api/lessons/', { body: lesson, signal });
  } catch (error) {
    if (error instanceof UnreachableError) throw new UploadFailure({ name: 'network' });
    if (!(error instanceof ApiError)) throw error;
    const body = typeof error.body === 'string' ? error.body : JSON.stringify(error.body ?? '', null, 2);
    const detail = typeof error.body === 'string' ? error.body : explainServiceError(error);
    throw new UploadFailure({ name: 'lesson', detail: detail.slice(0, 500), body });
  }
}
