import { paths } from '../../paths.ts';

/** What the dashboard knows; undefined where it isn't loaded, or the role doesn't allow it. */
export interface DashboardData {
  /** Servers whose upgrade waits for someone. */
  upgrades?: readonly { serviceid: string }[] | undefined;
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

/** What an owner or admin should look at, most urgent first, each with the screen where it is settled. */
export const attentionOf = (known: DashboardData) => {
  const { upgrades = [], undelivered = 0, held = 0, expiringKeys = 0, lockouts = 0 } = known;
  const [first] = upgrades;
  const items = [
    {
      name: 'upgrades',
      count: upgrades.length,
      link: first && upgrades.length === 1 ? paths.upgrade(first.serviceid) : paths.hostingTab('history'),
    },
    { name: 'backup', count: known.backupFailed ? 1 : 0, link: paths.settingsSection('backups') },
    { name: 'undelivered', count: undelivered, link: paths.mail },
    { name: 'held', count: held, link: known.mayConnectMail ? paths.mailServer : paths.mail },
    { name: 'lockouts', count: lockouts, link: paths.lockouts },
    { name: 'budget', count: known.overBudget ? 1 : 0, link: paths.hostingTab('costs') },
    { name: 'keys', count: expiringKeys, link: paths.expiringKeys },
  ] as const;
  return items.filter(({ count }) => count > 0);
};

/** So many of the last days count as recent. */
const recentDays = 7;

/** The sum of a figure over the last days of a list that ends today. */
export const recent = <Day>(days: readonly Day[] | undefined, figure: (day: Day) => number): number | undefined =>
  days?.slice(-recentDays).reduce((sum, day) => sum + figure(day), 0);
