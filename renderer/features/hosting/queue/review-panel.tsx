import { Button, Stack } from '@mantine/core';
import { IconListCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { maxQueueLength } from '#shared/flows/upgrade-queue.ts';
import { type Me, useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { DisabledWithReason } from '../../../components/disabled-with-reason.tsx';
import { Section } from '../../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../../components/query-boundary.tsx';
import { BudgetAlert } from '../budget-alert.tsx';
import { costOverBudget } from '../runs/review.logic.ts';
import type { Run } from '../runs/runs.logic.ts';
import { SumTiles } from '../runs/step-parts.tsx';
import { manageDisabledReason } from '../servers/servers.logic.ts';
import { useApprovals } from '../use-approvals.ts';
import { useConnection, useMoney } from '../use-hosting.ts';
import { leftOutReason, reviewableRuns, reviewedOf, sumsOf } from './queue.logic.ts';
import { RunTable } from './run-table.tsx';
import { useOpenRuns, useQueueAction } from './use-queue.ts';

interface ReviewPanelProps {
  me: Me;
  /** Runs of the latest queue: the list of open runs may not tell yet what became of them. */
  ordered: readonly Run[];
}

/** All prepared upgrades with their sums, before any of them is ordered. */
export const ReviewPanel = ({ me, ordered }: ReviewPanelProps) => {
  const { t } = useTranslation();
  const query = useOpenRuns();
  return (
    <Section title={t('hosting.queue.review.title')} lead={t('hosting.queue.review.lead')}>
      <QueryBoundary state={query} subject={t('hosting.queue.what')}>
        {({ runs }) => {
          // They are ordered as they were added.
          const prepared = reviewableRuns(runs, ordered).toReversed();
          if (prepared.length > 0) return <Review me={me} runs={prepared} />;
          return (
            <EmptyState icon={<IconListCheck />} title={t('hosting.queue.review.none.title')}>
              {t('hosting.queue.review.none.text')}
            </EmptyState>
          );
        }}
      </QueryBoundary>
    </Section>
  );
};

const Review = ({ me, runs }: { me: Me; runs: readonly Run[] }) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { take, pending } = useQueueAction();
  const account = { connection: useConnection(), approvals: useApprovals() };
  const noteOf = (run: Run) => leftOutReason('order', run, account, t);
  const chosen = runs.filter((run) => noteOf(run) === undefined).slice(0, maxQueueLength);
  const over = useOverBudget(chosen);
  const reason = manageDisabledReason(me, t) ?? (chosen.length === 0 ? t('hosting.queue.review.nothing') : undefined);
  const order = () =>
    take(t('hosting.queue.failed.order'), () =>
      client.hosting.createUpgradeQueue.mutate({ runs: reviewedOf(chosen), accept_over_budget: over !== undefined }),
    );
  const remove = ({ run_id }: Run) =>
    take(t('hosting.queue.failed.remove'), () => client.hosting.cancelUpgradeRun.mutate({ run_id }));
  return (
    <Stack>
      <QueueSums runs={chosen} />
      <RunTable
        label={t('hosting.queue.review.title')}
        runs={runs}
        noteOf={noteOf}
        {...(manageDisabledReason(me, t) === undefined && { onRemove: remove })}
      />
      <OverBudget runs={chosen} />
      <DisabledWithReason reason={reason}>
        <Button w="fit-content" loading={pending} onClick={() => void order()}>
          {over === undefined
            ? t('hosting.queue.review.order', { count: chosen.length })
            : t('hosting.review.budget.order')}
        </Button>
      </DisabledWithReason>
    </Stack>
  );
};

/** What several orders cost together. */
export const QueueSums = ({ runs }: { runs: readonly Run[] }) => {
  const { t } = useTranslation();
  const { money, delta } = useMoney();
  const sums = sumsOf(runs);
  return (
    <SumTiles
      tiles={[
        {
          label: t('hosting.review.now'),
          value: sums.now === null ? t('hosting.review.unknown') : money(sums.now),
          detail: t('hosting.review.estimate'),
        },
        { label: t('hosting.review.monthly'), value: delta(sums.delta) },
      ]}
    />
  );
};

/** What hosting would cost per month with these orders, if that exceeds the budget. */
export const useOverBudget = (runs: readonly Run[]) => {
  const { data } = useQuery(useTRPC().hosting.listServers.queryOptions({ limit: 1 }));
  return costOverBudget('0.00', sumsOf(runs).delta, data);
};

export const OverBudget = ({ runs }: { runs: readonly Run[] }) => {
  const over = useOverBudget(runs);
  return over ? <BudgetAlert {...over} /> : null;
};
