import { NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { ltiPlatformRequest, type LtiPlatform, type LtiPlatformRequest } from '#contract/lti.ts';
import { FormDialog } from '#web/ui/form-dialog.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { wordFieldText } from '#web/ui/word-message.ts';
import { FormActions } from './form-actions.tsx';
import { findProduct, guessAddresses, PRODUCTS, type Product } from './platform-products.ts';
import { useSavePlatform } from './platforms.queries.ts';

type Field = Exclude<keyof LtiPlatformRequest, 'token_audience'>;

/** Lists are typed one entry a line. */
type Typed = Record<Field | 'token_audience', string>;

const listLines = (text: string): string[] =>
  text
    .split(/[\s,;]+/u)
    .map((line) => line.trim())
    .filter((line) => line !== '');

const readTyped = (typed: Typed): LtiPlatformRequest => ({
  ...typed,
  token_audience: typed.token_audience.trim() === '' ? null : typed.token_audience,
  deployment_ids: listLines(typed.deployment_ids),
  frame_origins: listLines(typed.frame_origins),
});

const typedOf = (platform: LtiPlatformRequest): Typed => ({
  name: platform.name,
  issuer: platform.issuer,
  client_id: platform.client_id,
  deployment_ids: platform.deployment_ids.join('\n'),
  authorization_url: platform.authorization_url,
  token_url: platform.token_url,
  token_audience: platform.token_audience ?? '',
  jwks_url: platform.jwks_url,
  frame_origins: platform.frame_origins.join('\n'),
});

const EMPTY: Typed = {
  name: '',
  issuer: '',
  client_id: '',
  deployment_ids: '',
  authorization_url: '',
  token_url: '',
  token_audience: '',
  jwks_url: '',
  frame_origins: '',
};

const ADDRESSES = ['issuer', 'authorization_url', 'token_url', 'jwks_url'] as const;

/** Registers a platform, or changes one. The site of a known product fills in what follows from it. */
export function PlatformDialog({
  platform,
  onClose,
}: {
  platform: LtiPlatform | undefined;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const save = useSavePlatform(platform?.id);
  const before = platform === undefined ? EMPTY : typedOf(platform);
  const [typed, setTyped] = useState(before);
  const [product, setProduct] = useState<Product>(platform === undefined ? 'moodle' : findProduct(platform));
  const [site, setSite] = useState('');
  const [errors, setErrors] = useState<Partial<Record<Field | 'token_audience', string>>>({});
  const isDirty = !save.isSuccess && JSON.stringify(typed) !== JSON.stringify(before);
  const fillIn = (nextProduct: Product, nextSite: string): void => {
    setProduct(nextProduct);
    setSite(nextSite);
    const { frame_origins: origins, ...addresses } = guessAddresses(nextProduct, nextSite);
    setTyped({ ...typed, ...addresses, frame_origins: origins.join('\n') });
  };
  const onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const read = ltiPlatformRequest.safeParse(readTyped(typed));
    const found: typeof errors = {};
    for (const { path, message } of read.error?.issues ?? [])
      found[path[0] as Field] ??= wordFieldText(t, message);
    setErrors(found);
    if (!read.success) return;
    save.mutate(read.data, {
      onSuccess: () => {
        showToast('success', t('administration.platforms.saved'));
        onClose();
      },
    });
  };
  const field = (name: Field | 'token_audience') => ({
    label: t(`administration.platforms.fields.${name}`),
    value: typed[name],
    error: errors[name],
    spellCheck: false,
    autoComplete: 'off',
    autoCapitalize: 'none',
    onChange: ({ currentTarget: { value } }: { currentTarget: { value: string } }) =>
      setTyped({ ...typed, [name]: value }),
  });
  return (
    <FormDialog
      title={t(`administration.platforms.${platform === undefined ? 'addTitle' : 'editTitle'}`)}
      isDirty={isDirty}
      onClose={onClose}
    >
      {(requestClose) => (
        <form onSubmit={onSubmit} noValidate>
          <Stack gap="md">
            <TextInput {...field('name')} data-autofocus />
            {platform === undefined && (
              <>
                <NativeSelect
                  label={t('administration.platforms.product')}
                  value={product}
                  data={PRODUCTS.map((each) => ({
                    value: each,
                    label: t(`administration.platforms.products.${each}`),
                  }))}
                  onChange={({ currentTarget: { value } }) =>
                    fillIn(PRODUCTS.find((each) => each === value) ?? product, site)
                  }
                />
                <TextInput
                  label={t('administration.platforms.site')}
                  description={t('administration.platforms.siteHelp')}
                  placeholder="https://moodle.example.edu"
                  inputMode="url"
                  dir="ltr"
                  spellCheck={false}
                  autoComplete="off"
                  value={site}
                  onChange={({ currentTarget: { value } }) => fillIn(product, value)}
                />
              </>
            )}
            <TextInput
              {...field('client_id')}
              description={t(`administration.platforms.clientHelp.${product}`)}
              dir="ltr"
            />
            <Textarea
              {...field('deployment_ids')}
              description={t('administration.platforms.deploymentHelp')}
              dir="ltr"
              autosize
              minRows={1}
              maxRows={6}
            />
            {ADDRESSES.map((name) => (
              <TextInput key={name} {...field(name)} inputMode="url" dir="ltr" />
            ))}
            <TextInput
              {...field('token_audience')}
              description={t('administration.platforms.audienceHelp')}
              dir="ltr"
            />
            <Textarea
              {...field('frame_origins')}
              description={t('administration.platforms.originsHelp')}
              dir="ltr"
              autosize
              minRows={1}
              maxRows={6}
            />
            <FormActions
              submitLabel={t('common.save')}
              isWorking={save.isPending}
              error={save.error}
              onCancel={requestClose}
            />
          </Stack>
        </form>
      )}
    </FormDialog>
  );
}
