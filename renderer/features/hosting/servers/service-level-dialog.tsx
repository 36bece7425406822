import { useTranslation } from 'react-i18next';
import { useTRPCClient } from '../../../api/context.tsx';
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx';
import { useServiceChange } from '../use-service-change.ts';
import type { Server } from './servers.logic.ts';

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
  const change = useServiceChange();
  const { serviceid: serviceId, label } = server;
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      isReversible
      title={t(`hosting.level.${wanted}.title`, { server: label })}
      consequences={[t(`hosting.level.${wanted}.who`), t(`hosting.level.${wanted}.cost`), t('hosting.level.next')]}
      action={t(`hosting.level.${wanted}.action`)}
      onConfirm={() =>
        change(() =>
          wanted === 'managed'
            ? client.hosting.upgradeToManaged.mutate({ serviceid: serviceId })
            : client.hosting.downgradeToUnmanaged.mutate({ serviceid: serviceId }),
        )
      }
    />
  );
};
