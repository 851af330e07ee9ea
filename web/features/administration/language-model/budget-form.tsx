import { Button, Text, TextInput, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type {
  LanguageModelBudget,
  LanguageModelBudgetChange,
  LanguageModelSettings,
} from '#contract/language-model.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { fetcherOf, request } from '#web/api-client/request.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';
import { Failure } from '#web/ui/failure.tsx';
import { submitForm } from '#web/ui/form-fields.ts';
import { showToast } from '#web/ui/show-toast.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { useFocusRequest } from '#web/ui/use-focus-request.ts';
import { LANGUAGE_MODEL } from '../administration.queries.ts';
import classes from '../administration.module.css';
import { explainFailure, WhenLoaded } from '../section-frame.tsx';
import languageModelClasses from './language-model.module.css';
import { describeUse } from './describe-use.ts';
import { readAmount, showAmount } from './amount-text.ts';

const PATH = '/api/admin/language-model/budget/';
const TITLE_ID = 'language-model-budget';
const BUDGET = [...LANGUAGE_MODEL, 'budget'];
const FIELDS = ['tokens', 'cost', 'account_tokens', 'account_cost'] as const;
type Limits = Record<(typeof FIELDS)[number], string>;

/** The monthly budgets, and what was spent this month. */
export function Budget({ settings: { source, input_price: price } }: { settings: LanguageModelSettings }) {
  const { t } = useTranslation();
  const focus = useFocusRequest();
  const query = useQuery({ queryKey: BUDGET, queryFn: fetcherOf<LanguageModelBudget>(PATH) });
  return (
    <section className={classes.form} aria-labelledby={TITLE_ID}>
      <Title order={2} size="h4" id={TITLE_ID} tabIndex={-1}>
        {t('administration.languageModel.budget.title')}
      </Title>
      <Text size="sm">{t('administration.languageModel.budget.help')}</Text>
      <WhenLoaded query={query}>
        {(budget) => (
          <BudgetForm
            key={FIELDS.map((field) => budget[field]).join()}
            budget={budget}
            hasPrices={price !== null}
            isFromEnvironment={source === 'environment'}
            // The focused button is disabled then.
            onSaved={() => focus(TITLE_ID)}
          />
        )}
      </WhenLoaded>
    </section>
  );
}

const limitsOf = (budget: LanguageModelBudget, language: string): Limits => ({
  tokens: showAmount(budget.tokens, language),
  cost: showAmount(budget.cost, language),
  account_tokens: showAmount(budget.account_tokens, language),
  account_cost: showAmount(budget.account_cost, language),
});

function BudgetForm({
  budget,
  hasPrices,
  isFromEnvironment,
  onSaved,
}: {
  budget: LanguageModelBudget;
  hasPrices: boolean;
  isFromEnvironment: boolean;
  onSaved: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const queryClient = useQueryClient();
  const initial = limitsOf(budget, language);
  const [typed, setTyped, settle] = useTyped('language-model-budget', initial);
  const [wasSent, setWasSent] = useState(false);
  const save = useMutation({
    mutationFn: (body: LanguageModelBudgetChange) => request<LanguageModelBudget>('PUT', PATH, { body }),
    onSuccess: (changed) => {
      settle();
      showToast('success', t('administration.languageModel.budget.saved'));
      storeAnswer<LanguageModelBudget>(queryClient, BUDGET, changed);
      void queryClient.invalidateQueries({ queryKey: queryKeys.writer });
      onSaved();
    },
  });
  const onSubmit = (): void => {
    setWasSent(true);
    const [tokens, cost, accountTokens, accountCost] = FIELDS.map((field) =>
      readAmount(typed[field], language),
    );
    if (tokens === undefined || cost === undefined) return;
    if (accountTokens === undefined || accountCost === undefined) return;
    save.mutate({ tokens, cost, account_tokens: accountTokens, account_cost: accountCost });
  };
  return (
    <form onSubmit={(event) => submitForm(event, onSubmit)} noValidate>
      <Text size="sm" role="status">
        {describeUse(t, language, budget, budget)}
        {!hasPrices &&
          ` ${t(`administration.languageModel.budget.${isFromEnvironment ? 'tokensOnly' : 'needsPrices'}`)}`}
      </Text>
      <div className={languageModelClasses.limits}>
        {FIELDS.filter((field) => !isFromEnvironment || !field.endsWith('cost')).map((field) => (
          <TextInput
            key={field}
            label={t(`administration.languageModel.budget.${field}`)}
            description={field.endsWith('cost') && t('administration.languageModel.budget.costHelp')}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            placeholder={t('administration.languageModel.budget.none')}
            error={
              wasSent && readAmount(typed[field], language) === undefined
                ? t('administration.languageModel.budget.invalid')
                : undefined
            }
            inputMode="decimal"
            maxLength={20}
            value={typed[field]}
            onChange={({ currentTarget }) => setTyped({ ...typed, [field]: currentTarget.value })}
          />
        ))}
      </div>
      {save.isError && <Failure message={explainFailure(t, save.error)} error={save.error} />}
      <Button
        type="submit"
        variant="default"
        mt="md"
        loading={save.isPending}
        disabled={JSON.stringify(typed) === JSON.stringify(initial)}
      >
        {t('administration.languageModel.budget.save')}
      </Button>
    </form>
  );
}
