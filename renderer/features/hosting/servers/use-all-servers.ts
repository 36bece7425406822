import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import type { listServers } from '#shared/contract/hosting/list-servers.ts';
import type { RequestOf } from '#shared/contract/operation.ts';
import { pagination } from '#shared/rules/limits.ts';
import { useTRPCClient } from '../../../api/context.tsx';
import { notifyDone, notifyFailure } from '../../../components/notify.tsx';
import { readAllRows } from '../../../components/read-all-rows.ts';
import { saveCsv } from '../../../components/save-file.ts';
import { useMoney } from '../use-hosting.ts';
import { serversCsv } from './server-file.logic.ts';
import type { Server } from './servers.logic.ts';

export type ServersQuery = Omit<RequestOf<typeof listServers>, 'limit' | 'offset'>;

/** Reads all servers that match a filter, in its order, not just the visible page. */
export const useAllServers = () => {
  const client = useTRPCClient();
  return (asked: ServersQuery): Promise<Server[]> =>
    readAllRows(
      ({ serviceid: serviceId }) => serviceId,
      async (offset) => {
        const page = { ...asked, limit: pagination.maxLimit, offset };
        const { servers: rows, total } = await client.hosting.listServers.query(page);
        return { rows, total };
      },
    );
};

/** Saves servers as a CSV file. */
export const useExportServers = () => {
  const { t } = useTranslation();
  const { currency } = useMoney();
  return useMutation({
    mutationFn: async (servers: readonly Server[] | (() => Promise<Server[]>)) =>
      typeof servers === 'function' ? servers() : servers,
    onSuccess: (servers) => {
      saveCsv('castellan-servers.csv', serversCsv(servers, currency));
      notifyDone(t('hosting.servers.export.done', { count: servers.length }));
    },
    onError: (error) => notifyFailure(t('hosting.servers.export.failed'), error),
  });
};
