import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isRecord } from '#web/api-client/api-error.ts';
import classes from './content.module.css';
import { nextSpeed, type Playback } from './playback.ts';

const ORIGIN = 'https://www.youtube-nocookie.com';
const PLAYING = 1;

/** Commands to YouTube's frame. */
const command = (name: string, ...values: unknown[]): string =>
  JSON.stringify({ event: 'command', func: name, args: values });

/** What YouTube's frame reports several times a second while it plays. */
function readState(data: unknown): { second?: number; state?: number; speed?: number } {
  if (typeof data !== 'string') return {};
  let message: unknown;
  try {
    message = JSON.parse(data);
  } catch {
    return {};
  }
  const info = isRecord(message) && isRecord(message['info']) ? message['info'] : {};
  const read = (name: string): number | undefined =>
    typeof info[name] === 'number' ? info[name] : undefined;
  const [second, state, speed] = [read('currentTime'), read('playerState'), read('playbackRate')];
  return {
    ...(second === undefined ? {} : { second }),
    ...(state === undefined ? {} : { state }),
    ...(speed === undefined ? {} : { speed }),
  };
}

export function YoutubePlayer({
  title,
  videoId,
  playback,
}: {
  title: string;
  videoId: string;
  playback: Playback;
}) {
  const { t } = useTranslation();
  const frame = useRef<HTMLIFrameElement>(null);
  const current = useRef({ state: 0, speed: 1 });

  useEffect(() => {
    const send = (message: string): void => frame.current?.contentWindow?.postMessage(message, ORIGIN);
    const onMessage = (event: MessageEvent): void => {
      if (event.origin !== ORIGIN || event.source !== frame.current?.contentWindow) return;
      const { second, state, speed } = readState(event.data);
      if (state !== undefined) current.current.state = state;
      if (speed !== undefined) current.current.speed = speed;
      if (second !== undefined && current.current.state > 0) playback.report(second);
    };
    window.addEventListener('message', onMessage);
    const detach = playback.attach({
      seek: (second) => send(command('seekTo', second, true)),
      togglePlay: () => send(command(current.current.state === PLAYING ? 'pauseVideo' : 'playVideo')),
      play: () => send(command('playVideo')),
      pause: () => send(command('pauseVideo')),
      changeSpeed: (step) => send(command('setPlaybackRate', nextSpeed(current.current.speed, step))),
    });
    return () => {
      window.removeEventListener('message', onMessage);
      detach();
    };
  }, [playback]);

  // The position at the first render, because a changed address would reload the frame.
  const [startSecond] = useState(() => Math.floor(playback.getSecond()));
  const parameters = new URLSearchParams({
    enablejsapi: '1',
    origin: window.location.origin,
    rel: '0',
    start: String(startSecond),
  });
  return (
    <iframe
      ref={frame}
      className={classes.youtube}
      src={`${ORIGIN}/embed/${videoId}?${parameters.toString()}`}
      title={t('lessons.videoOf', { title })}
      allow="accelerometer; autoplay; encrypted-media; fullscreen; gyroscope; picture-in-picture"
      referrerPolicy="strict-origin-when-cross-origin"
      onLoad={() => {
        // Asks the frame to report its position.
        frame.current?.contentWindow?.postMessage(
          JSON.stringify({ event: 'listening', id: videoId }),
          ORIGIN,
        );
      }}
    />
  );
}
