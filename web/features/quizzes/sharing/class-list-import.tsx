import { Button, FileButton, Group, Stack, Text, Textarea, TextInput, Title } from '@mantine/core';
import { useEffect, useRef, useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedClassList } from '#contract/class-lists.ts';
import { Failure } from '#web/ui/failure.tsx';
import { useTyped } from '#web/ui/typed-values.ts';
import { explainFailure } from '#web/ui/word-message.ts';
import { useCreateClassList } from './class-lists.queries.ts';
import { PersonalCodes } from './personal-codes.tsx';
import { readClassList } from './read-class-list.ts';

const SAMPLE_SIZE = 3;

/** From a file or pasted names to a class list with personal codes. `onUse` gets its id, or undefined to go back. */
export function ClassListImport({
  link,
  renewed,
  onKept,
  onUse,
}: {
  link: string;
  /** A list that got new codes, which are shown at once. */
  renewed: CreatedClassList | undefined;
  onKept: (isKept: boolean) => void;
  onUse: (classListId: number | undefined) => void;
}) {
  const { t } = useTranslation();
  const heading = useRef<HTMLHeadingElement>(null);
  const create = useCreateClassList();
  const [{ name, text }, setTyped] = useTyped('class-list', { name: '', text: '' });
  const [isUnreadable, setIsUnreadable] = useState(false);
  const [list, setList] = useState(renewed);
  const members = readClassList(text);
  useEffect(() => heading.current?.focus(), [list]);
  const read = async (file: File | null): Promise<void> => {
    if (file === null) return;
    try {
      const read = decode(await file.arrayBuffer());
      setIsUnreadable(false);
      setTyped((typed) => ({
        name: typed.name === '' ? file.name.replace(/\.[^.]+$/u, '') : typed.name,
        text: read,
      }));
    } catch {
      setIsUnreadable(true);
    }
  };
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    create.mutate(
      { name, members },
      {
        onSuccess: (created) => {
          setList(created);
          onKept(false);
        },
      },
    );
  };
  return (
    <Stack gap="md">
      <Title order={3} ref={heading} tabIndex={-1}>
        {list === undefined
          ? t('sharing.classLists.title')
          : t('sharing.classLists.codes', { name: list.name })}
      </Title>
      {list !== undefined ? (
        <PersonalCodes
          list={list}
          link={link}
          onKept={() => onKept(true)}
          onUse={() => {
            onKept(true);
            onUse(list.id);
          }}
        />
      ) : (
        <form onSubmit={submit}>
          <Stack gap="sm">
            <TextInput
              label={t('sharing.classLists.name')}
              required
              maxLength={200}
              value={name}
              onChange={({ currentTarget: { value } }) => setTyped({ name: value, text })}
            />
            <div>
              <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={(file) => void read(file)}>
                {(props) => (
                  <Button {...props} variant="default">
                    {t('sharing.classLists.file')}
                  </Button>
                )}
              </FileButton>
            </div>
            {isUnreadable && <Failure message={t('sharing.classLists.unreadable')} />}
            <Textarea
              label={t('sharing.classLists.paste')}
              description={t('sharing.classLists.pasteHelp')}
              rows={6}
              dir="auto"
              value={text}
              onChange={({ currentTarget: { value } }) => setTyped({ name, text: value })}
            />
            <Text role="status" size="sm">
              {members.length === 0
                ? t('sharing.classLists.nothing')
                : t('sharing.classLists.found', {
                    count: members.length,
                    names: members
                      .slice(0, SAMPLE_SIZE)
                      .map((member) => member.name)
                      .join('; '),
                  })}
            </Text>
            {create.isError && <Failure message={explainFailure(t, create.error)} error={create.error} />}
            <Group justify="flex-end">
              <Button variant="default" onClick={() => onUse(undefined)}>
                {t('sharing.classLists.back')}
              </Button>
              <Button type="submit" loading={create.isPending} disabled={members.length === 0}>
                {t('sharing.classLists.create')}
              </Button>
            </Group>
          </Stack>
        </form>
      )}
    </Stack>
  );
}

/** Excel for Windows writes CSV in its old encoding unless told otherwise. */
function decode(bytes: ArrayBuffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
