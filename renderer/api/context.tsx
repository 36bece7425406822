import { useQuery, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { createTRPCContext } from '@trpc/tanstack-react-query';
import { createContext, type ReactNode, use, useSyncExternalStore } from 'react';
import type { AppRouter } from '#shared/contract/app-router.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { getMe } from '#shared/contract/profile/get-me.ts';
import { minute } from '#shared/rules/limits.ts';
import type { Captcha } from './captcha.ts';
import type { KnownDevice } from './known-device.ts';
import type { LinkTokens } from './link-token.ts';
import type { LiveUpdates } from './live-updates.ts';
import type { Session } from './session.ts';

export const { TRPCProvider, useTRPC, useTRPCClient } = createTRPCContext<AppRouter>();

const SessionContext = createContext<Session | undefined>(undefined);

export const SessionProvider = ({ session, children }: { session: Session; children: ReactNode }) => (
  <SessionContext value={session}>{children}</SessionContext>
);

export const useSession = (): Session => {
  const session = use(SessionContext);
  if (!session) throw new Error('SessionProvider is missing');
  return session;
};

const KnownDeviceContext = createContext<KnownDevice | undefined>(undefined);

export const KnownDeviceProvider = ({ device, children }: { device: KnownDevice; children: ReactNode }) => (
  <KnownDeviceContext value={device}>{children}</KnownDeviceContext>
);

export const useKnownDevice = (): KnownDevice => {
  const device = use(KnownDeviceContext);
  if (!device) throw new Error('KnownDeviceProvider is missing');
  return device;
};

const CaptchaContext = createContext<Captcha | undefined>(undefined);

export const CaptchaProvider = ({ captcha, children }: { captcha: Captcha; children: ReactNode }) => (
  <CaptchaContext value={captcha}>{children}</CaptchaContext>
);

/** Whether this browser is solving a challenge. */
export const useIsSolving = (): boolean => {
  const captcha = use(CaptchaContext);
  if (!captcha) throw new Error('CaptchaProvider is missing');
  return useSyncExternalStore(captcha.subscribe, captcha.isSolving);
};

const LinkTokensContext = createContext<LinkTokens | undefined>(undefined);

export const LinkTokensProvider = ({ tokens, children }: { tokens: LinkTokens; children: ReactNode }) => (
  <LinkTokensContext value={tokens}>{children}</LinkTokensContext>
);

export const useLinkTokens = (): LinkTokens => {
  const tokens = use(LinkTokensContext);
  if (!tokens) throw new Error('LinkTokensProvider is missing');
  return tokens;
};

const LiveUpdatesContext = createContext<LiveUpdates | undefined>(undefined);

export const LiveUpdatesProvider = ({ updates, children }: { updates: LiveUpdates; children: ReactNode }) => (
  <LiveUpdatesContext value={updates}>{children}</LiveUpdatesContext>
);

/** Whether this tab hears of changes. Listens as long as a component calls it. */
export const useLiveUpdates = (): { isLost: boolean } => {
  const updates = use(LiveUpdatesContext);
  if (!updates) throw new Error('LiveUpdatesProvider is missing');
  return { isLost: useSyncExternalStore(updates.subscribe, updates.isLost) };
};

/** The token from the link that opened a page. */
export const useLinkToken = (pathname: string): string | undefined => {
  const tokens = useLinkTokens();
  return useSyncExternalStore(tokens.subscribe, () => tokens.get(pathname));
};

export type Me = OutputOf<typeof getMe>;

/** The signed-in user. The dashboard's route loads it, so no screen below it waits for it again. */
export const useMe = (): Me => {
  const trpc = useTRPC();
  return useSuspenseQuery(trpc.profile.getMe.queryOptions()).data;
};

/** The user's team; undefined while unknown. The dashboard's route loads it. */
export const useTenant = ({ tenant_id }: Pick<Me, 'tenant_id'>) =>
  useQuery(useTRPC().organization.getTenant.queryOptions({ tenant_id }, { staleTime: minute })).data;

/** Reloads the signed-in user after a change. */
export const useRefreshMe = () => {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries(trpc.profile.getMe.queryFilter());
};
