import type { listUpgradeRuns } from '#shared/contract/hosting/list-upgrade-runs.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { paths } from '../../paths.ts';

/** A run of a server, as far as the dashboard tells of it. */
export type AttentionRun = Pick<
  OutputOf<typeof listUpgradeRuns>['runs'][number],
  'serviceid' | 'server_label' | 'kind' | 'state' | 'is_open'
>;

/** What the dashboard knows; undefined where it isn't loaded, or the role doesn't allow it. */
export interface DashboardData {
  /** Upgrades and other changes of servers that wait for someone, or have ended and no one has seen it. */
  upgrades?: readonly AttentionRun[] | undefined;
  backupFailed?: boolean | undefined;
  /** Emails of the last days that failed or were given up. */
  undelivered?: number | undefined;
  /** Emails that wait because no mail server is set. */
  held?: number | undefined;
  /** The installation's mail server can be set by this user. */
  mayConnectMail?: boolean | undefined;
  expiringKeys?: number | undefined;
  lockouts?: number | undefined;
  overBudget?: boolean | undefined;
}

type RunWord = 'upgrades' | 'failed' | 'finished' | 'changed';

/** What is said of a run: whether it waits for someone, or how it has ended. */
const wordFor = ({ is_open, state, kind }: AttentionRun): RunWord => {
  if (is_open) return 'upgrades';
  if (state === 'failed') return 'failed';
  return kind === 'upgrade' ? 'finished' : 'changed';
};

/** What an owner or admin should look at, most urgent first, each with the screen where it is settled. */
export const attentionOf = (known: DashboardData) => {
  const { upgrades = [], undelivered = 0, held = 0, expiringKeys = 0, lockouts = 0 } = known;
  const of = <Word extends RunWord>(word: Word) => {
    const runs = upgrades.filter((run) => wordFor(run) === word);
    const [first] = runs;
    const link = first && runs.length === 1 ? paths.upgrade(first.serviceid) : paths.hostingTab('history');
    return { name: word, count: runs.length, server: first?.server_label ?? '', link };
  };
  const items = [
    of('upgrades'),
    of('failed'),
    { name: 'backup', count: known.backupFailed ? 1 : 0, link: paths.settingsSection('backups') },
    { name: 'undelivered', count: undelivered, link: paths.mail },
    { name: 'held', count: held, link: known.mayConnectMail ? paths.mailServer : paths.mail },
    { name: 'lockouts', count: lockouts, link: paths.lockouts },
    { name: 'budget', count: known.overBudget ? 1 : 0, link: paths.hostingTab('costs') },
    { name: 'keys', count: expiringKeys, link: paths.expiringKeys },
    of('finished'),
    of('changed'),
  ] as const;
  return items.filter(({ count }) => count > 0);
};

/** So many of the last days count as recent. */
const recentDays = 7;

/** The sum of a figure over the last days of a list that ends today. */
export const recent = <Day>(days: readonly Day[] | undefined, figure: (day: Day) => number): number | undefined =>
  days?.slice(-recentDays).reduce((sum, day) => sum + figure(day), 0);
