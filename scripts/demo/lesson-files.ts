import { access, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readAllSamples } from '../../server/media/testing/make-video.ts';
import type { PdfLesson, VideoLesson } from './demo-course.ts';
import { CARD, drawTitleCard } from './draw-title-card.ts';
import { makeHandout } from './make-handout.ts';
import { makeLectureVideo } from './make-lecture-video.ts';
import { renderFirstPage } from './render-page.ts';

/** Makes the file to upload for a lesson in `directory`. @throws when the recording of the video is missing. */
export async function makeLessonFile(
  lesson: VideoLesson | PdfLesson,
  { directory, modelsDirectory }: { readonly directory: string; readonly modelsDirectory: string },
): Promise<string> {
  if (lesson.kind === 'video') return makeVideoFile(lesson, directory, modelsDirectory);
  const path = join(directory, 'the-moving-plates.pdf');
  await writeFile(path, await makeHandout(await readFile(lesson.sourcePath, 'utf8')));
  return path;
}

async function makeVideoFile(
  lesson: VideoLesson,
  directory: string,
  modelsDirectory: string,
): Promise<string> {
  const recording = join(modelsDirectory, 'recordings', 'two_cities.wav');
  await access(recording).catch(() => {
    throw new Error(
      `The recording for the video is missing: ${recording}. It comes with the speech model when pip fetches it. ` +
        'Delete moonshine-tiny-en in the models directory and run: npm run models',
    );
  });
  const path = join(directory, 'a-tale-of-two-cities.mp4');
  const picture = await renderFirstPage(await drawTitleCard(lesson.card), CARD);
  makeLectureVideo({ outputPath: path, picture, samples: await readAllSamples(recording) });
  return path;
}
