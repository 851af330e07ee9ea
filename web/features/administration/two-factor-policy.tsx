import { Radio, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { TWO_FACTOR_POLICIES, type TwoFactorSettings } from '../../../contract/sign-in.ts';
import { Failure } from '../../ui/failure.tsx';
import { showUndoToast } from '../../ui/show-undo-toast.tsx';
import { useChangeTwoFactorSettings, useTwoFactorSettings } from './administration.queries.ts';
import classes from './administration.module.css';
import { explainFailure } from './explain-failure.ts';
import { WhenLoaded } from './when-loaded.tsx';

/** Whose password alone is not enough to sign in; a choice takes effect at once, and can be undone. */
export function TwoFactorPolicyForm() {
  const query = useTwoFactorSettings();
  return <WhenLoaded query={query}>{(settings) => <Policies settings={settings} />}</WhenLoaded>;
}

function Policies({ settings }: { settings: TwoFactorSettings }) {
  const { t } = useTranslation();
  const change = useChangeTwoFactorSettings();
  const choose = (value: string): void => {
    const chosen = TWO_FACTOR_POLICIES.find((each) => each === value);
    if (chosen === undefined || chosen === settings.required_for) return;
    change.mutate(
      { required_for: chosen },
      {
        onSuccess: () =>
          showUndoToast(t('administration.factor.saved'), '', t('administration.undo'), () =>
            change.mutate(settings),
          ),
      },
    );
  };
  return (
    <section className={classes.form}>
      <Radio.Group
        label={t('administration.factor.title')}
        description={t('administration.factor.help')}
        value={settings.required_for}
        onChange={choose}
      >
        <Stack gap="md" mt="sm">
          {TWO_FACTOR_POLICIES.map((each) => (
            <Radio
              key={each}
              value={each}
              disabled={change.isPending}
              label={t(`administration.factor.${each}`)}
              description={t(`administration.factor.${each}Help`)}
            />
          ))}
        </Stack>
      </Radio.Group>
      {change.isError && <Failure message={explainFailure(t, change.error)} error={change.error} />}
    </section>
  );
}
