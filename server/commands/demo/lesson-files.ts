import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAllSamples } from '#server/media/testing/make-video.ts';
import type { PdfLesson, VideoLesson } from './demo-course.ts';
import { CARD, drawTitleCard } from './draw-title-card.ts';
import { makeHandout } from './make-handout.ts';
import { makeLectureVideo } from './make-lecture-video.ts';
import { renderFirstPage } from './render-page.ts';

/**
 * Makes the file to upload for a lesson in `directory`.
 * @param onProgress receives the percentage of a video that is written.
 */
export async function makeLessonFile(
  lesson: VideoLesson | PdfLesson,
  directory: string,
  onProgress: (percent: number) => void = () => undefined,
): Promise<string> {
  if (lesson.kind === 'video') {
    const path = join(directory, 'what-inflation-is.mp4');
    const picture = await renderFirstPage(await drawTitleCard(lesson.card), CARD);
    const samples = await readAllSamples(lesson.recordingPath);
    await makeLectureVideo({ outputPath: path, picture, samples, onProgress });
    return path;
  }
  const path = join(directory, 'the-moving-plates.pdf');
  await writeFile(path, await makeHandout(await readFile(lesson.sourcePath, 'utf8')));
  return path;
}
