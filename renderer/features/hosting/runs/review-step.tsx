import { Alert, Button, List, Stack } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { BudgetAlert } from '../budget-alert.tsx';
import { useMoney } from '../use-hosting.ts';
import { DefaultDecision } from './decide-step.tsx';
import { costOverBudget, immediateNotes, nowDetail, reviewNotes } from './review.logic.ts';
import { actionDisabledReason, isImmediate, type Run } from './runs.logic.ts';
import { SizeList, StepPanel, SumTiles } from './step-parts.tsx';
import { useRunSteps } from './use-run.ts';

interface ReviewStepProps {
  me: Me;
  run: Run;
  onBack: () => void;
}

/** Everything that an order implies, before it is placed. */
export const ReviewStep = ({ me, run, onBack }: ReviewStepProps) => {
  const { t } = useTranslation();
  const { money, delta } = useMoney();
  const client = useTRPCClient();
  const { take, pending } = useRunSteps(run.serviceid);
  const { data: hosting } = useQuery(useTRPC().hosting.listServers.queryOptions({ limit: 1 }));
  const { plan, run_id, version, cost_before } = run;
  if (!plan) return null;
  const over = costOverBudget(cost_before, plan.monthly, hosting);
  const order = () =>
    client.hosting.orderUpgrade.mutate({ run_id, version, ...(over !== undefined && { accept_over_budget: true }) });
  const immediate = isImmediate(run);
  const orderLabel = immediate
    ? over === undefined
      ? 'hosting.immediate.order'
      : 'hosting.immediate.orderOverBudget'
    : over === undefined
      ? 'hosting.review.order'
      : 'hosting.review.budget.order';
  const cycle = t(`hosting.cycles.${plan.billingcycle}`);
  return (
    <StepPanel
      title={t('hosting.review.title', { plan: plan.name })}
      lead={t(immediate ? 'hosting.immediate.lead' : 'hosting.review.lead')}
      actions={
        <>
          <DisabledWithReason reason={actionDisabledReason(me, run, 'order', t)}>
            <Button
              // An order names the run's version, and saving a decision changes it.
              loading={pending !== undefined}
              onClick={() => void take('order', order)}
            >
              {t(orderLabel, { plan: plan.name })}
            </Button>
          </DisabledWithReason>
          <Button variant="default" onClick={onBack}>
            {t(immediate ? 'hosting.immediate.back' : 'hosting.review.back')}
          </Button>
        </>
      }
    >
      <SumTiles
        tiles={[
          ...(immediate
            ? []
            : [
                {
                  label: t('hosting.review.now'),
                  value: plan.now_estimate === null ? t('hosting.review.unknown') : money(plan.now_estimate),
                  detail: nowDetail(plan, money, t),
                },
              ]),
          {
            label: t('hosting.review.monthly'),
            value: plan.delta_monthly === null ? money(plan.monthly) : delta(plan.delta_monthly),
            detail: t('hosting.review.total', { monthly: money(plan.monthly) }),
          },
          {
            label: t('hosting.review.yearly'),
            value: plan.delta_yearly === null ? t('hosting.review.unknown') : delta(plan.delta_yearly),
            detail: plan.current_price
              ? t('hosting.review.cycle', { cycle, before: money(plan.current_price), after: money(plan.price) })
              : t('hosting.review.cycleAfter', { cycle, after: money(plan.price) }),
          },
        ]}
      />
      <Stack maw={460}>
        <SizeList sizes={plan.sizes} before={run.before} />
      </Stack>
      {over && <BudgetAlert {...over} />}
      <Alert
        color="yellow"
        title={t(immediate ? 'hosting.immediate.notes' : 'hosting.review.notes')}
        icon={<IconInfoCircle aria-hidden />}
      >
        <List size="sm" spacing={4}>
          {(immediate ? immediateNotes(t) : reviewNotes(run.before, plan, t)).map((note) => (
            <List.Item key={note}>{note}</List.Item>
          ))}
        </List>
      </Alert>
      {!immediate && <DefaultDecision me={me} run={run} take={take} />}
    </StepPanel>
  );
};
