import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';
import type { Connection } from './servers/servers.logic.ts';

/** The provider connection; undefined while loading, null if not set up. */
export const useConnection = (): Connection | undefined =>
  useQuery(useTRPC().hosting.listServers.queryOptions({ limit: 1 })).data?.connection;
