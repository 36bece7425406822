import { useQuery } from '@tanstack/react-query';
import { pagination } from '#shared/limits.ts';
import { useTRPC } from '../../api/context.tsx';
import type { IpAddress, Server } from './servers/servers.logic.ts';

const all = { limit: pagination.maxLimit };

/** Servers to choose from; empty until loaded. */
export const useServerChoices = (): readonly Server[] =>
  useQuery(useTRPC().hosting.listServers.queryOptions(all)).data?.servers ?? [];

/** IP addresses to choose from; empty until loaded. */
export const useAddressChoices = (): readonly IpAddress[] =>
  useQuery(useTRPC().hosting.listIpAddresses.queryOptions(all)).data?.ip_addresses ?? [];
