import { Button, NativeSelect } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { LtiPlatform, LtiTool } from '#contract/lti.ts';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { formatDate, formatDateTime } from '#web/ui/format.ts';
import { BlankLessonDrawing } from '#web/ui/illustrations/blank-lesson.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import classes from './administration.module.css';
import { DataTable, type Column } from './data-table.tsx';
import { explainFailure } from './explain-failure.ts';
import { PlatformDialog } from './platform-dialog.tsx';
import { listProductValues, PRODUCTS, type Product } from './platform-products.ts';
import { useLtiAdministration, useRemovePlatform, useReplaceKey } from './platforms.queries.ts';
import { SectionFrame } from './section-frame.tsx';
import { WhenLoaded } from './when-loaded.tsx';

const ADD_BUTTON = 'add-platform';
const editId = (id: number): string => `edit-platform-${id}`;
const removeId = (id: number): string => `remove-platform-${id}`;

/** `/admin/platforms`: learning platforms that launch Lectern, and what they need to know of it. */
export function PlatformsSection() {
  const { t } = useTranslation();
  const query = useLtiAdministration();
  const remove = useRemovePlatform();
  const focus = useFocusRequest();
  const [edited, setEdited] = useState<LtiPlatform | 'new'>();
  const [removed, setRemoved] = useState<LtiPlatform>();
  const close = (focused: string): void => {
    setEdited(undefined);
    setRemoved(undefined);
    remove.reset();
    focus(focused);
  };
  return (
    <SectionFrame
      section="platforms"
      help={t('administration.platforms.help')}
      action={
        <Button
          id={ADD_BUTTON}
          leftSection={<IconPlus size={18} aria-hidden />}
          onClick={() => setEdited('new')}
        >
          {t('administration.platforms.add')}
        </Button>
      }
    >
      <WhenLoaded query={query}>
        {({ tool, platforms }) => (
          <>
            {platforms.length === 0 ? (
              <EmptyState drawing={<BlankLessonDrawing />} text={t('administration.platforms.none')} />
            ) : (
              <PlatformTable platforms={platforms} onEdit={setEdited} onRemove={setRemoved} />
            )}
            <ToolValues tool={tool} />
            <ToolKey tool={tool} />
          </>
        )}
      </WhenLoaded>
      {edited !== undefined && (
        <PlatformDialog
          platform={edited === 'new' ? undefined : edited}
          onClose={() => close(edited === 'new' ? ADD_BUTTON : editId(edited.id))}
        />
      )}
      {removed !== undefined && (
        <ConfirmDialog
          title={t('administration.platforms.removeTitle')}
          text={t('administration.platforms.removeText', { name: removed.name })}
          confirmLabel={t('administration.platforms.remove')}
          isWorking={remove.isPending}
          failure={remove.isError ? explainFailure(t, remove.error) : undefined}
          error={remove.error}
          onConfirm={() =>
            remove.mutate(removed.id, {
              onSuccess: () => {
                showToast('success', t('administration.platforms.removed'));
                close(ADD_BUTTON);
              },
            })
          }
          onClose={() => close(removeId(removed.id))}
        />
      )}
    </SectionFrame>
  );
}

function PlatformTable({
  platforms,
  onEdit,
  onRemove,
}: {
  platforms: readonly LtiPlatform[];
  onEdit: (platform: LtiPlatform) => void;
  onRemove: (platform: LtiPlatform) => void;
}) {
  const { t, i18n } = useTranslation();
  const columns: Column<LtiPlatform>[] = [
    {
      id: 'name',
      header: t('administration.platforms.name'),
      kind: 'main',
      render: ({ name, issuer }) => (
        <>
          <bdi className={classes.main}>{name}</bdi>
          <div className={classes.second} dir="ltr">
            {issuer}
          </div>
        </>
      ),
    },
    {
      id: 'client',
      header: t('administration.platforms.clientId'),
      render: ({ client_id: client }) => <bdi>{client}</bdi>,
    },
    {
      id: 'launched',
      header: t('administration.platforms.lastLaunch'),
      kind: 'short',
      render: ({ last_launch_at: at }) =>
        at === null ? t('administration.platforms.never') : formatDateTime(at, i18n.language),
    },
    {
      id: 'scores',
      header: t('administration.platforms.failedScores'),
      kind: 'number',
      render: ({ failed_scores: count }) => count,
    },
    {
      id: 'actions',
      header: t('administration.actionsColumn'),
      kind: 'actions',
      render: (platform) => (
        <div className={classes.buttons}>
          <Button
            id={editId(platform.id)}
            variant="default"
            size="xs"
            aria-label={t('administration.platforms.editOf', { name: platform.name })}
            onClick={() => onEdit(platform)}
          >
            {t('administration.platforms.edit')}
          </Button>
          <Button
            id={removeId(platform.id)}
            variant="default"
            size="xs"
            aria-label={t('administration.platforms.removeOf', { name: platform.name })}
            onClick={() => onRemove(platform)}
          >
            {t('administration.platforms.remove')}
          </Button>
        </div>
      ),
    },
  ];
  return (
    <DataTable
      label={t('administration.sections.platforms')}
      columns={columns}
      rows={platforms}
      idOf={({ id }) => id}
    />
  );
}

/** The values to enter in a platform, under the names that its fields have there. */
function ToolValues({ tool }: { tool: LtiTool }) {
  const { t } = useTranslation();
  const [product, setProduct] = useState<Product>('moodle');
  return (
    <section className={classes.values} aria-labelledby="tool-values">
      <h2 id="tool-values" className={classes.subtitle}>
        {t('administration.platforms.values')}
      </h2>
      <NativeSelect
        maw={320}
        label={t('administration.platforms.product')}
        value={product}
        data={PRODUCTS.map((each) => ({
          value: each,
          label: t(`administration.platforms.products.${each}`),
        }))}
        onChange={({ currentTarget: { value } }) =>
          setProduct(PRODUCTS.find((each) => each === value) ?? product)
        }
      />
      <p className={classes.help}>{t(`administration.platforms.where.${product}`)}</p>
      <dl className={classes.valueList}>
        {listProductValues(product, tool).map(({ field, value, isChoice = false }) => (
          <div key={field}>
            <dt lang="en">{field}</dt>
            <dd lang="en">
              <span dir="ltr">{value}</span>
              {!isChoice && (
                <CopyButton
                  label={t('administration.platforms.copy')}
                  words={{
                    copied: t('administration.platforms.copied', { field }),
                    notCopied: t('administration.platforms.copyFailed'),
                    notCopiedHelp: t('administration.platforms.copyFailedHelp'),
                  }}
                  read={() => value}
                />
              )}
            </dd>
          </div>
        ))}
      </dl>
      <p className={classes.help}>{t(`administration.platforms.then.${product}`)}</p>
    </section>
  );
}

function ToolKey({ tool: { key_created_at: createdAt } }: { tool: LtiTool }) {
  const { t, i18n } = useTranslation();
  const replace = useReplaceKey();
  const [isAsking, setIsAsking] = useState(false);
  const close = (): void => {
    setIsAsking(false);
    replace.reset();
  };
  return (
    <section className={classes.values} aria-labelledby="tool-key">
      <h2 id="tool-key" className={classes.subtitle}>
        {t('administration.platforms.key')}
      </h2>
      <p className={classes.help}>
        {createdAt === null
          ? t('administration.platforms.noKey')
          : t('administration.platforms.keyFrom', { date: formatDate(createdAt, i18n.language) })}
      </p>
      <div>
        <Button variant="default" onClick={() => setIsAsking(true)}>
          {t('administration.platforms.replaceKey')}
        </Button>
      </div>
      {isAsking && (
        <ConfirmDialog
          title={t('administration.platforms.replaceKeyTitle')}
          text={t('administration.platforms.replaceKeyText')}
          confirmLabel={t('administration.platforms.replaceKey')}
          isWorking={replace.isPending}
          failure={replace.isError ? explainFailure(t, replace.error) : undefined}
          error={replace.error}
          onConfirm={() =>
            replace.mutate(undefined, {
              onSuccess: () => {
                showToast('success', t('administration.platforms.keyReplaced'));
                close();
              },
            })
          }
          onClose={close}
        />
      )}
    </section>
  );
}
