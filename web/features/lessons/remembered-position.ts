/** Where in each lesson the person was, for as long as the tab lives. */
const nameOf = (lessonId: number): string => `position-of-lesson-${lessonId}`;

/** Seconds; 0 when nothing is known, or the browser keeps nothing. */
export function readPosition(lessonId: number): number {
  try {
    const second = Number(window.sessionStorage.getItem(nameOf(lessonId)) ?? '0');
    return Number.isFinite(second) && second > 0 ? second : 0;
  } catch {
    return 0;
  }
}

export function keepPosition(lessonId: number, second: number): void {
  try {
    window.sessionStorage.setItem(nameOf(lessonId), second.toFixed(1));
  } catch {
    // A browser that keeps nothing begins the lesson anew the next time, which is all there is to lose.
  }
}
