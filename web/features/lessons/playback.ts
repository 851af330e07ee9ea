/** What a player lets others do with it. */
export interface PlayerControls {
  seek: (second: number) => void;
  togglePlay: () => void;
  play: () => void;
  pause: () => void;
  /** One step faster (1) or slower (-1). */
  changeSpeed: (step: 1 | -1) => void;
}

/** The position of the lesson's player for its followers, and a way to move it. */
export interface Playback {
  subscribe: (listener: () => void) => () => void;
  getSecond: () => number;
  /** Goes there, at once or as soon as there is a player. */
  seek: (second: number) => void;
  skip: (seconds: number) => void;
  /** Plays a part and stops at its end. */
  playPart: (startSecond: number, endSecond: number) => void;
  togglePlay: () => void;
  changeSpeed: (step: 1 | -1) => void;
  /** Registers a player. Returns a function that removes it. */
  attach: (controls: PlayerControls) => () => void;
  /** Called by the player with its position. */
  report: (second: number) => void;
}

/** @param firstSecond where to begin: where the person was when they left. */
export function createPlayback(firstSecond: number): Playback {
  let second = firstSecond;
  let controls: PlayerControls | undefined;
  /** The end of the part that plays. */
  let stopSecond = Infinity;
  const listeners = new Set<() => void>();
  const report = (now: number): void => {
    second = now;
    for (const listener of listeners) listener();
  };
  const goTo = (to: number): void => {
    const target = Math.max(0, to);
    controls?.seek(target);
    report(target);
  };
  const seek = (to: number): void => {
    stopSecond = Infinity;
    goTo(to);
  };
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSecond: () => second,
    seek,
    skip: (seconds) => seek(second + seconds),
    playPart: (startSecond, endSecond) => {
      stopSecond = endSecond;
      goTo(startSecond);
      controls?.play();
    },
    togglePlay: () => {
      stopSecond = Infinity;
      controls?.togglePlay();
    },
    changeSpeed: (step) => controls?.changeSpeed(step),
    attach: (given) => {
      controls = given;
      return () => {
        if (controls === given) controls = undefined;
      };
    },
    report: (now) => {
      report(now);
      if (now < stopSecond) return;
      stopSecond = Infinity;
      controls?.pause();
    },
  };
}

export const SPEEDS = [0.5, 0.75, 1, 1.25, 1.5, 1.75, 2] as const;

/** The next speed up or down; the same at either end. */
export function nextSpeed(speed: number, step: 1 | -1): number {
  const next = step > 0 ? SPEEDS.find((each) => each > speed) : SPEEDS.findLast((each) => each < speed);
  return next ?? speed;
}
