import { Alert } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useMoney } from './use-hosting.ts';

/** What a change does to the budget, both per month. Without a total, no one knows what it costs. */
export interface BudgetQuestion {
  total?: string | undefined;
  budget: string;
}

/** Says that a change exceeds the budget, or that no one can tell. */
export const BudgetAlert = ({ total, budget }: BudgetQuestion) => {
  const { t } = useTranslation();
  const { money } = useMoney();
  const shown = { budget: money(budget) };
  return (
    <Alert
      color="orange"
      title={t(total === undefined ? 'hosting.budget.unknown' : 'hosting.review.budget.title')}
      icon={<IconAlertTriangle aria-hidden />}
    >
      {total === undefined
        ? t('reasons.STATE_CONFLICT.budget_unknown', shown)
        : t('reasons.STATE_CONFLICT.over_budget', { ...shown, total: money(total) })}
    </Alert>
  );
};
