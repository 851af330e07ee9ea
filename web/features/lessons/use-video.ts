import {
  useCallback,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type RefCallback,
  type SyntheticEvent,
} from 'react';
import type { Recording } from '#contract/lessons.ts';
import { NOTHING_KNOWN, observe } from './playable.ts';
import { nextSpeed, type Playback } from './playback.ts';

export function useCaptions(captions: string): RefCallback<HTMLTrackElement> {
  return useCallback(
    (track: HTMLTrackElement) => {
      const address = URL.createObjectURL(new Blob([captions], { type: 'text/vtt' }));
      track.src = address;
      return () => URL.revokeObjectURL(address);
    },
    [captions],
  );
}

type VideoEvent = SyntheticEvent<HTMLVideoElement>;

export function useVideo(
  file: string,
  recording: Recording | null,
  playback: Playback,
  getFreshFile: () => Promise<string>,
) {
  const element = useRef<HTMLVideoElement>(null);
  // The first address, because a newer one for the same file would restart the video.
  const [source, setSource] = useState(file);
  const [hasFailed, setHasFailed] = useState(false);
  const [heard, setHeard] = useState(NOTHING_KNOWN);
  const played = useRef({ seconds: 0, lastSecond: 0 });
  const renewal = useRef({ isTried: false, wasPlaying: false });

  useEffect(() => {
    const video = element.current;
    if (video === null) return;
    return playback.attach({
      seek: (second) => {
        video.currentTime = second;
      },
      togglePlay: () => {
        if (video.paused) void play(video);
        else video.pause();
      },
      play: () => void play(video),
      pause: () => video.pause(),
      changeSpeed: (step) => {
        video.playbackRate = nextSpeed(video.playbackRate, step);
      },
    });
  }, [playback]);

  const renew = async (): Promise<void> => {
    try {
      const fresh = await getFreshFile();
      if (fresh === element.current?.currentSrc) element.current.load();
      setSource(fresh);
    } catch {
      setHasFailed(true);
    }
  };

  const look = (video: HTMLVideoElement): void => {
    const next = observe(video, recording, played.current.seconds);
    setHeard((now) => (now.picture === next.picture && now.sound === next.sound ? now : next));
  };

  const begin = (video: HTMLVideoElement): void => {
    look(video);
    const second = playback.getSecond();
    // At the very end it starts over.
    if (second > 0 && second < video.duration - 1) video.currentTime = second;
    if (renewal.current.wasPlaying) void play(video);
    renewal.current.wasPlaying = false;
  };
  const beginIfLoaded = useEffectEvent(() => {
    const video = element.current;
    if (video !== null && video.readyState >= HTMLMediaElement.HAVE_METADATA) begin(video);
  });
  // A small file loads before React listens: its event is lost.
  useEffect(() => beginIfLoaded(), []);

  return {
    heard,
    source,
    hasFailed,
    element,
    retry: () => {
      setHasFailed(false);
      void renew();
    },
    handlers: {
      onLoadedMetadata: ({ currentTarget: video }: VideoEvent) => begin(video),
      onCanPlay: () => {
        renewal.current.isTried = false;
        setHasFailed(false);
      },
      onTimeUpdate: ({ currentTarget: video }: VideoEvent) => {
        if (video.readyState === 0) return;
        playback.report(video.currentTime);
        const step = video.currentTime - played.current.lastSecond;
        played.current = {
          // A larger step is a jump.
          seconds: played.current.seconds + (!video.paused && step > 0 && step < 1 ? step : 0),
          lastSecond: video.currentTime,
        };
        look(video);
      },
      onError: ({ currentTarget: video }: VideoEvent) => {
        if (renewal.current.isTried) {
          setHasFailed(true);
          return;
        }
        renewal.current = { isTried: true, wasPlaying: !video.paused };
        void renew();
      },
    },
  };
}

async function play(video: HTMLVideoElement): Promise<void> {
  try {
    await video.play();
  } catch {
    // The browser refused, or a seek came in between: the play button still shows how things stand.
  }
}
