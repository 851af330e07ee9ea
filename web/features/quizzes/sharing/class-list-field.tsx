import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { CreatedClassList } from '#contract/class-lists.ts';
import { Failure } from '#web/ui/failure.tsx';
import { explainFailure } from '#web/ui/word-message.ts';
import { Choice } from './choice.tsx';
import { useClassLists, useDeleteClassList, useRenewCodes } from './class-lists.queries.ts';

/** Chooses a class list, imports one, and replaces the codes of a list or deletes it. */
export function ClassListField({
  classListId,
  onImport,
  onRenewed,
}: {
  classListId: number | null;
  onImport: () => void;
  onRenewed: (list: CreatedClassList) => void;
}) {
  const { t } = useTranslation();
  const lists = useClassLists();
  const renew = useRenewCodes();
  const remove = useDeleteClassList();
  const [chosen, setChosen] = useState(classListId === null ? '' : String(classListId));
  const [asked, setAsked] = useState<'renew' | 'delete'>();
  const list = lists.data?.find(({ id }) => String(id) === chosen);
  const confirm = (): void => {
    if (list === undefined) return;
    if (asked === 'renew') renew.mutate(list.id, { onSuccess: onRenewed });
    else
      remove.mutate(list.id, {
        onSuccess: () => {
          setChosen('');
          setAsked(undefined);
        },
      });
  };
  const error = renew.error ?? remove.error ?? lists.error;
  return (
    <Stack gap="sm">
      <Choice
        name="class_list_id"
        label={t('sharing.classLists.choose')}
        value={chosen}
        options={[
          ['', t('sharing.classLists.none')],
          ...(lists.data ?? []).map(
            ({ id, name, member_count: count }) =>
              [String(id), t('sharing.classLists.members', { name, count })] as const,
          ),
        ]}
        onChoose={(value) => {
          setChosen(value);
          setAsked(undefined);
        }}
      />
      <Group gap="sm">
        <Button variant="default" size="xs" onClick={onImport}>
          {t('sharing.classLists.import')}
        </Button>
        {list !== undefined && (
          <>
            <Button variant="default" size="xs" onClick={() => setAsked('renew')}>
              {t('sharing.classLists.renew')}
            </Button>
            <Button variant="default" size="xs" onClick={() => setAsked('delete')}>
              {t('sharing.classLists.delete')}
            </Button>
          </>
        )}
      </Group>
      {asked !== undefined && list !== undefined && (
        <Alert role="alert" color={asked === 'delete' ? 'red' : 'blue'} variant="light">
          <Text size="sm">{t(`sharing.classLists.${asked}Text`, { name: list.name })}</Text>
          <Group gap="sm" mt="xs">
            <Button variant="default" size="xs" onClick={() => setAsked(undefined)}>
              {t('common.cancel')}
            </Button>
            <Button
              size="xs"
              {...(asked === 'delete' ? { color: 'red' } : {})}
              loading={renew.isPending || remove.isPending}
              onClick={confirm}
            >
              {t(`sharing.classLists.${asked}`)}
            </Button>
          </Group>
        </Alert>
      )}
      {error !== null && <Failure message={explainFailure(t, error)} error={error} />}
    </Stack>
  );
}
