import { useQuery } from '@tanstack/react-query';
import { useTRPC } from '../../api/context.tsx';
import type { Connection } from './servers.logic.ts';

/** How the provider is reached; undefined while that is not known, null where it was not set up. */
export const useConnection = (): Connection | undefined =>
  useQuery(useTRPC().hosting.listServers.queryOptions({ limit: 1 })).data?.connection;
