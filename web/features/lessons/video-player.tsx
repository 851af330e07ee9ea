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
import { useCaptions, useVideo } from './use-video.ts';
import { Anchor, Text } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { formatSeconds } from '#web/ui/format.ts';
import { nameCodec, type Heard } from './playable.ts';
import { isWebAddress } from './web-address.ts';

/** What the browser does not play of a recording, or what is missing from it. */
function RecordingNotes({
  recording,
  heard,
  file,
}: {
  /** Null until Lectern has transcribed it. */
  recording: Recording | null;
  heard: Heard;
  file: string;
}) {
  const { t } = useTranslation();
  const unplayed = listUnplayed(t, recording, heard);
  const isSoundOnly = heard.picture === 'none' && recording !== null && recording.picture !== 'moving';
  const notes = [...(isSoundOnly ? [t('lessons.soundOnly')] : []), ...unplayed, ...listMissing(t, recording)];
  if (notes.length === 0) return null;
  return (
    <div className={classes.recordingNotes} role="note">
      <IconInfoCircle size={18} stroke={1.7} aria-hidden />
      <div>
        {notes.map((note) => (
          <Text key={note} size="sm" mb={4}>
            {note}
          </Text>
        ))}
        {unplayed.length > 0 && isWebAddress(file) && (
          <Anchor href={file} download className={classes.link} size="sm">
            <IconDownload size={16} stroke={1.7} aria-hidden />
            {t('lessons.downloadVideo')}
          </Anchor>
        )}
      </div>
    </div>
  );
}

function listUnplayed(t: TFunction, recording: Recording | null, { picture, sound }: Heard): string[] {
  const notes: string[] = [];
  if (picture === 'none' && recording === null) notes.push(t('lessons.pictureMissing'));
  if (picture === 'unplayable' || (picture === 'none' && recording?.picture === 'moving'))
    notes.push(t('lessons.pictureUnplayable', { codec: nameCodec(recording?.picture_codec) }));
  if (sound === 'unplayable' || (sound === 'none' && recording !== null))
    notes.push(t('lessons.soundUnplayable', { codec: nameCodec(recording?.sound_codec) }));
  else if (sound === 'none') notes.push(t('lessons.soundMissing'));
  else if (recording?.has_unheard_speech === true) notes.push(t('lessons.soundOnOtherTrack'));
  return notes;
}

function listMissing(t: TFunction, recording: Recording | null): string[] {
  if (recording?.is_cut_off !== true) return [];
  const read = formatSeconds(recording.read_seconds);
  return [
    recording.stated_seconds === null
      ? t('lessons.cutOff', { read })
      : t('lessons.cutOffOf', { read, stated: formatSeconds(recording.stated_seconds) }),
  ];
}

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
