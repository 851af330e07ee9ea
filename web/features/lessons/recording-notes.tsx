import { Anchor, Text } from '@mantine/core';
import { IconDownload, IconInfoCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Recording } from '#contract/lessons.ts';
import { formatSeconds } from '#web/ui/format.ts';
import classes from './content.module.css';
import { nameCodec, type Heard } from './playable.ts';
import { isWebAddress } from './web-address.ts';

/** What the browser does not play of a recording, or what is missing from it. */
export function RecordingNotes({
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
          <Text key={note} size="sm">
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
