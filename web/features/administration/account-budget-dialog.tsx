import { Text, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AdministeredAccount } from '#contract/administration.ts';
import type { AccountModelBudget, AccountModelBudgetChange } from '#contract/language-model.ts';
import { queryKeys } from '#web/api-client/query-keys.ts';
import { request } from '#web/api-client/request.ts';
import { storeAnswer } from '#web/api-client/store-answer.ts';
import { DialogForm, FormDialog } from '#web/ui/form-dialog.tsx';
import { showToast } from '#web/ui/show-toast.ts';
import { useTyped } from '#web/ui/typed-values.ts';
import { accountBudgetOf } from './administration.queries.ts';
import { readAmount, showAmount } from './language-model/amount-text.ts';
import { explainFailure } from './section-frame.tsx';

const FIELDS = ['tokens', 'cost'] as const;

/** Sets the monthly language model budget of an account. */
export function AccountBudgetDialog({
  account: { id, email },
  budget,
  onClose,
}: {
  account: AdministeredAccount;
  budget: AccountModelBudget;
  onClose: () => void;
}) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const queryClient = useQueryClient();
  const initial = { tokens: showAmount(budget.tokens, language), cost: showAmount(budget.cost, language) };
  const [typed, setTyped] = useTyped(`account-budget:${id}`, initial);
  const [wasSent, setWasSent] = useState(false);
  const { queryKey, path } = accountBudgetOf(id);
  const save = useMutation({
    mutationFn: (body: AccountModelBudgetChange) => request<AccountModelBudget>('PUT', path, { body }),
    onSuccess: (changed) => {
      showToast('success', t('administration.languageModel.budget.saved'));
      storeAnswer<AccountModelBudget>(queryClient, queryKey, changed);
      void queryClient.invalidateQueries({ queryKey: queryKeys.writer });
      onClose();
    },
  });
  const onSubmit = (): void => {
    setWasSent(true);
    const [tokens, cost] = FIELDS.map((field) => readAmount(typed[field], language));
    if (tokens !== undefined && cost !== undefined) save.mutate({ tokens, cost });
  };
  const defaults = { tokens: budget.default_tokens, cost: budget.default_cost };
  return (
    <FormDialog
      title={t('administration.one.budgetTitle', { email })}
      isDirty={FIELDS.some((field) => typed[field] !== initial[field])}
      size="md"
      onClose={onClose}
    >
      {(requestClose) => (
        <DialogForm
          submitLabel={t('common.save')}
          isWorking={save.isPending}
          failure={save.isError ? explainFailure(t, save.error) : undefined}
          error={save.error}
          onSubmit={onSubmit}
          onCancel={requestClose}
        >
          <Text size="sm">{t('administration.one.budgetHelp')}</Text>
          {FIELDS.map((field) => (
            <TextInput
              key={field}
              label={t(`administration.one.budget_${field}`)}
              description={field === 'cost' && t('administration.one.budgetCostHelp')}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              placeholder={
                showAmount(defaults[field], language) || t('administration.languageModel.budget.none')
              }
              error={
                wasSent && readAmount(typed[field], language) === undefined
                  ? t('administration.languageModel.budget.invalid')
                  : undefined
              }
              inputMode="decimal"
              maxLength={20}
              data-autofocus={field === 'tokens' || undefined}
              value={typed[field]}
              onChange={({ currentTarget }) => setTyped({ ...typed, [field]: currentTarget.value })}
            />
          ))}
        </DialogForm>
      )}
    </FormDialog>
  );
}
