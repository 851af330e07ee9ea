/** Such as "6 of 10 questions ready, about 40 seconds left". @param secondsLeft null when there is no estimate */
export function describeProgress(ready: number, questionCount: number, secondsLeft: number | null): string {
  const done = `${ready} of ${questionCount} ${questionCount === 1 ? 'question' : 'questions'} ready`;
  return secondsLeft === null || ready >= questionCount ? done : `${done}, ${describeTime(secondsLeft)} left`;
}

function describeTime(seconds: number): string {
  if (seconds < 10) return 'a few seconds';
  if (seconds < 90) return `about ${Math.round(seconds / 10) * 10} seconds`;
  return `about ${Math.round(seconds / 60)} minutes`;
}
