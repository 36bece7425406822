import { second } from '#shared/rules/limits.ts';
import { deliveryOutcomes } from '#shared/texts/delivery-outcomes.ts';
import type { Reading, Sample } from '../platform/metrics.ts';
import type { SystemContext } from '../services/context.ts';
import { findStreamLag, type StreamLag } from '../storage/store/audit/audit-streams.ts';
import { findWaitingDeliveries } from '../storage/store/events/event-deliveries.ts';
import { countDestinationsByState, destinationStates } from '../storage/store/events/event-destinations.ts';
import { findWaitingNotices } from '../storage/store/logouts/logout-notices.ts';
import { findMailHold } from '../storage/store/mail/mail-hold.ts';

/** What `/metrics` shows of events, of what applications are told, and of the streams of audit logs. */
export const eventReadings = (
  {
    db,
    clock,
    auditStreams,
    eventAttempts,
    logoutAttempts,
  }: Pick<SystemContext, 'db' | 'clock' | 'auditStreams' | 'eventAttempts' | 'logoutAttempts'>,
  ofDatabase: (samples: readonly Sample[] | number) => Promise<readonly Sample[]>,
): Record<string, Reading> => {
  const secondsSince = (instant: number | undefined): number =>
    instant === undefined ? 0 : Math.max(0, clock.now() - instant) / second;
  const ofStreams = async (measure: (lag: StreamLag) => number) => {
    const samples: Sample[] = [];
    const isHeld = (await findMailHold(db.read)) !== undefined;
    for (const { name, isRemote } of auditStreams) {
      // Entries wait on purpose.
      if (isRemote && isHeld) continue;
      samples.push({ labels: { stream: name }, value: measure(await findStreamLag(db.read, name)) });
    }
    return ofDatabase(samples);
  };
  return {
    castellan_event_destinations: {
      help: 'Destinations of events, by state: working, failing, disabled by Castellan, or off',
      labels: ['state', 'database'],
      read: async () => {
        const counts = await countDestinationsByState(db.read);
        return ofDatabase(destinationStates.map((state) => ({ labels: { state }, value: counts.get(state) ?? 0 })));
      },
    },
    castellan_event_deliveries_waiting: {
      help: 'Deliveries of events that wait for an attempt',
      labels: ['database'],
      read: async () => ofDatabase((await findWaitingDeliveries(db.read)).count),
    },
    castellan_event_oldest_waiting_seconds: {
      help: 'How long the oldest of them has waited',
      labels: ['database'],
      read: async () => {
        if (await findMailHold(db.read)) return [];
        return ofDatabase(secondsSince((await findWaitingDeliveries(db.read)).since));
      },
    },
    castellan_event_attempts_total: {
      type: 'counter',
      help: 'Attempts to deliver an event, by outcome',
      labels: ['outcome'],
      read: async () => deliveryOutcomes.map((outcome) => ({ labels: { outcome }, value: eventAttempts.of(outcome) })),
    },
    castellan_logout_notices_waiting: {
      help: 'Notices to applications that a session has ended, which wait for an attempt',
      labels: ['database'],
      read: async () => ofDatabase((await findWaitingNotices(db.read)).count),
    },
    castellan_logout_notices_oldest_waiting_seconds: {
      help: 'How long the oldest of them has waited',
      labels: ['database'],
      read: async () => {
        if (await findMailHold(db.read)) return [];
        return ofDatabase(secondsSince((await findWaitingNotices(db.read)).since));
      },
    },
    castellan_logout_attempts_total: {
      type: 'counter',
      help: 'Attempts to tell an application that a session has ended, by outcome',
      labels: ['outcome'],
      read: async () => deliveryOutcomes.map((outcome) => ({ labels: { outcome }, value: logoutAttempts.of(outcome) })),
    },
    castellan_audit_stream_waiting: {
      help: 'Audit log entries that the receiver of a stream does not have yet',
      labels: ['stream', 'database'],
      read: () => ofStreams(({ entries }) => entries),
    },
    castellan_audit_stream_lag_seconds: {
      help: 'How old the first of these entries is',
      labels: ['stream', 'database'],
      read: () => ofStreams(({ since }) => secondsSince(since)),
    },
  };
};
