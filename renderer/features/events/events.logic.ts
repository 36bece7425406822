import type { getEventDestination } from '#shared/contract/events/get-event-destination.ts';
import type { listEventDeliveries } from '#shared/contract/events/list-event-deliveries.ts';
import { destinationKinds } from '#shared/contract/events/resources.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { eventLimits } from '#shared/rules/limits.ts';
import { isExpired } from '../../components/key-choices.ts';
import type { Translate } from '../../languages/translate.ts';

export type Destination = OutputOf<typeof getEventDestination>;
export type Delivery = OutputOf<typeof listEventDeliveries>['deliveries'][number];

/** Only what isn't as it should be has a badge. */
export const stateColors: Readonly<Record<Exclude<Destination['state'], 'working'>, string>> = {
  failing: 'orange',
  held: 'yellow',
  off: 'gray',
  disabled: 'red',
};

export const statusColors: Readonly<Record<Delivery['status'], string>> = {
  waiting: 'yellow',
  delivered: 'verdigris',
  failed: 'red',
};

/** Until when events are signed with the old secret, too; null if they no longer are. */
export const endOfOldSecret = (
  { old_secret_expires_at: expires_at }: Pick<Destination, 'old_secret_expires_at'>,
  now: number,
): string | null => (isExpired({ expires_at }, now) ? null : expires_at);

/** Where a destination is, without what may be a secret. */
export const hostOf = ({ url }: Pick<Destination, 'url'>): string => new URL(url).host;

export const kindChoices = (t: Translate) =>
  destinationKinds.map((value) => ({ value, label: t(`events.kinds.${value}`) }));

/** Why no destination can be added; undefined if one can. */
export const addDisabledReason = (total: number | undefined, t: Translate): string | undefined =>
  total !== undefined && total >= eventLimits.perTenant
    ? t('events.add.tooMany', { count: eventLimits.perTenant })
    : undefined;

/** How the last attempt went; undefined before the first. */
export const attemptText = (
  { outcome, status_code }: { outcome: Delivery['outcome']; status_code: number | null },
  t: Translate,
): string | undefined => {
  if (outcome === null) return undefined;
  const text = t(`events.outcomes.${outcome}`);
  return status_code === null ? text : t('events.withStatus', { text, status: status_code });
};

/** How a signing secret is shown. */
export const secretTexts = (t: Translate) => ({
  title: t('events.secret.label'),
  label: t('events.secret.label'),
  text: t('events.secret.text'),
});
