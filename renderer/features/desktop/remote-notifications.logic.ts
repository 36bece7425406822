import type { listUpgradeRuns } from '#shared/contract/hosting/list-upgrade-runs.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { listSessions } from '#shared/contract/sessions/list-sessions.ts';
import type { Translate } from '../../languages/translate.ts';
import { patterns } from '../../paths.ts';

type Session = OutputOf<typeof listSessions>['sessions'][number];
type Run = Pick<OutputOf<typeof listUpgradeRuns>['runs'][number], 'run_id' | 'state' | 'server_label'>;

/** A notification, and the page that a click on it opens. */
export interface RemoteNotification {
  title: string;
  body: string;
  page: string;
}

/** The statuses of an upgrade that people want to hear of. */
const notifiedStates = ['awaiting_payment', 'resized', 'confirmed', 'reverted', 'failed'] as const;
const isNotified = (state: string): state is (typeof notifiedStates)[number] =>
  notifiedStates.some((one) => one === state);

/** Sign-ins to the own account since `before`; none the first time, when `before` is undefined. */
export const newSignIns = (
  before: ReadonlySet<string> | undefined,
  sessions: readonly Session[],
  t: Translate,
): RemoteNotification[] =>
  sessions
    .filter(({ session_id, current }) => before !== undefined && !current && !before.has(session_id))
    .map(({ ip_address, device }) => ({
      title: t('desktop.news.signIn.title'),
      body: t('desktop.news.signIn.body', { address: ip_address, device }),
      page: patterns.sessions,
    }));

/** Upgrades that have reached another status since `before`; none the first time. */
export const movedRuns = (
  before: ReadonlyMap<string, string> | undefined,
  runs: readonly Run[],
  t: Translate,
): RemoteNotification[] =>
  runs.flatMap(({ run_id, state, server_label }) =>
    before !== undefined && before.get(run_id) !== state && isNotified(state)
      ? [{ title: server_label, body: t(`desktop.news.runs.${state}`), page: patterns.hosting }]
      : [],
  );
