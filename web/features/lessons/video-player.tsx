import {
  MediaCaptionsButton,
  MediaControlBar,
  MediaController,
  MediaFullscreenButton,
  MediaLoadingIndicator,
  MediaMuteButton,
  MediaPipButton,
  MediaPlaybackRateButton,
  MediaPlayButton,
  MediaSeekBackwardButton,
  MediaSeekForwardButton,
  MediaTimeDisplay,
  MediaTimeRange,
  MediaVolumeRange,
} from 'media-chrome/react';
import { useTranslation } from 'react-i18next';
import type { Recording } from '#contract/lessons.ts';
import classes from './content.module.css';
import { ContentFailure } from './content-failure.tsx';
import { SPEEDS, type Playback } from './playback.ts';
import { RecordingNotes } from './recording-notes.tsx';
import { useCaptions, useVideo } from './use-video.ts';

/**
 * An uploaded or linked video with captions from the transcript. The address of an uploaded file is short-lived: when it expires, the
 * player requests a new one and continues at the same position.
 */
export function VideoPlayer({
  title,
  file,
  recording,
  captions,
  playback,
  getFreshFile,
}: {
  title: string;
  file: string;
  recording: Recording | null;
  /** WebVTT; empty without a transcript. */
  captions: string;
  playback: Playback;
  getFreshFile: () => Promise<string>;
}) {
  const { t, i18n } = useTranslation();
  const { source, hasFailed, heard, retry, handlers, element } = useVideo(
    file,
    recording,
    playback,
    getFreshFile,
  );
  const isWithoutPicture = heard.picture === 'none' || heard.picture === 'unplayable';
  const track = useCaptions(captions);
  return (
    <div className={classes.player}>
      <MediaController
        className={classes.controller}
        data-without-picture={isWithoutPicture || undefined}
        // If the controls were hidden, only a black area would remain.
        {...(isWithoutPicture && { autohide: '-1' })}
        lang={i18n.language}
        noHotkeys
        aria-label={t('lessons.playerOf', { title })}
      >
        <video
          slot="media"
          ref={element}
          src={source}
          preload="metadata"
          playsInline
          aria-label={t('lessons.videoOf', { title })}
          {...handlers}
        >
          {captions !== '' && (
            <track ref={track} key={captions} kind="captions" srcLang="und" label={t('lessons.captions')} />
          )}
        </video>
        <MediaLoadingIndicator slot="centered-chrome" />
        <MediaTimeRange className={classes.timeRange} />
        <MediaControlBar className={classes.bar}>
          <MediaPlayButton />
          <MediaSeekBackwardButton seekOffset={5} className={classes.wideOnly} />
          <MediaSeekForwardButton seekOffset={5} className={classes.wideOnly} />
          <MediaMuteButton />
          <MediaVolumeRange className={classes.wideOnly} />
          <MediaTimeDisplay showDuration noToggle />
          <span className={classes.spacer} />
          <MediaPlaybackRateButton rates={SPEEDS} />
          {captions !== '' && <MediaCaptionsButton ref={makeSwitch} />}
          <MediaPipButton className={classes.wideOnly} />
          <MediaFullscreenButton />
        </MediaControlBar>
      </MediaController>
      {hasFailed && (
        <ContentFailure
          message={t('lessons.videoFailed')}
          help={t('lessons.videoFailedHelp')}
          file={file}
          onRetry={retry}
        />
      )}
      <RecordingNotes recording={recording} heard={heard} file={file} />
    </div>
  );
}

/** The component has the state of a switch but the role of a button, which has no such state. */
function makeSwitch(button: HTMLElement | null): void {
  button?.setAttribute('role', 'switch');
}
