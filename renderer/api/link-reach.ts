import { useQuery } from '@tanstack/react-query';
import { may } from '#shared/rules/permissions.ts';
import { useMe, useTRPC } from './context.tsx';
import { localBridge } from './desktop.ts';

/**
 * Why links of this Castellan open on its own computer alone, by who can change that: its operator, by a setting; nobody, in
 * the desktop app; someone else. Undefined if others can open them, or if that isn't known.
 */
export type LinkReach = 'operator' | 'desktop' | 'other' | undefined;

/** Whether an address leads every computer to itself. */
export const isLoopbackAddress = (address: string): boolean =>
  /^(localhost|.+\.localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname);

const useServiceInfo = () => {
  const trpc = useTRPC();
  const enabled = may(useMe(), 'settings.read');
  return useQuery(trpc.settings.getServiceInfo.queryOptions(undefined, { enabled })).data;
};

/** Whether the user runs this server, and so can change its settings; not until that is known. */
export const useIsOperator = (): boolean => {
  const info = useServiceInfo();
  return info !== undefined && info.host !== null;
};

/** Who can open the links that someone hands out. */
export const useLinkReach = (): LinkReach => {
  const info = useServiceInfo();
  if (!info || !isLoopbackAddress(info.address)) return undefined;
  if (localBridge()) return 'desktop';
  return info.host === null ? 'other' : 'operator';
};
