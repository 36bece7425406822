import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useTRPC, useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { AskForApproval } from '../ask-for-approval.tsx';
import { BudgetAlert } from '../budget-alert.tsx';
import { useMoney } from '../use-hosting.ts';
import { useServiceChange } from '../use-service-change.ts';
import { presentCost, type Server } from './servers.logic.ts';

interface ServiceLevelDialogProps {
  server: Server;
  wanted: 'managed' | 'unmanaged';
  opened: boolean;
  onClose: () => void;
}

/** The service level determines who maintains the server, and its price (seed 001 §3). */
export const ServiceLevelDialog = ({ server, wanted, opened, onClose }: ServiceLevelDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const { change, question, approval, forget } = useServiceChange();
  const { serviceid: serviceId, label, approximate_cost, drive_type } = server;
  const { money } = useMoney();
  const prices = useTRPC().hosting.getPriceList.queryOptions(
    { serviceid: serviceId, managed: wanted === 'managed', ...(drive_type && { drive_type }) },
    { enabled: opened },
  );
  const query = useQuery(prices);
  const monthly = query.data && presentCost(query.data.price_options, server);
  const cost = query.isLoading
    ? t('hosting.level.cost.reading')
    : monthly === undefined
      ? t('hosting.level.cost.unknown', { before: money(approximate_cost) })
      : t('hosting.level.cost.known', { before: money(approximate_cost), after: money(monthly) });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={() => {
        forget();
        onClose();
      }}
      isReversible
      title={t(`hosting.level.${wanted}.title`, { server: label })}
      consequences={[t(`hosting.level.${wanted}.who`), cost, t('hosting.level.next')]}
      action={t(question ? 'hosting.budget.accept' : `hosting.level.${wanted}.action`)}
      onConfirm={() =>
        change((accepted) =>
          wanted === 'managed'
            ? client.hosting.upgradeToManaged.mutate({ serviceid: serviceId, ...accepted })
            : client.hosting.downgradeToUnmanaged.mutate({ serviceid: serviceId, ...accepted }),
        )
      }
    >
      {question && <BudgetAlert {...question} />}
      {approval && (
        <AskForApproval
          question={approval}
          asked={{ kind: 'service_level', serviceid: serviceId, managed: wanted === 'managed' }}
        />
      )}
    </ConfirmDialog>
  );
};
