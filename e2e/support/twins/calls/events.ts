import * as streams from '#main/storage/store/audit/audit-streams.ts';
import * as deliveries from '#main/storage/store/events/event-deliveries.ts';
import * as destinations from '#main/storage/store/events/event-destinations.ts';
import type { Parts } from '../world.ts';
import { callsTo, page, remarked, row, type StoreCall } from './shape.ts';

/** How the test of twins calls what the store has of events that other programs are told. */
export const eventCalls = ({ tenantId, destination, waiting, delivered, now }: Parts): StoreCall[] => {
  const { id } = destination;
  const filter = { tenantId, destinationId: id };
  const attempt = { status: 'failed', attempts: 9, next_attempt_at: 0, overtook: null, ended_at: now } as const;
  return [
    ...callsTo('audit/audit-streams', streams, {
      listUnsentLogs: 'everyone',
      findStreamLag: 'everyone',
      advanceAuditStream: ['file:///audit.jsonl', { tenant_id: tenantId, position: 2 }],
    }),
    ...callsTo('events/event-destinations', destinations, {
      listEventDestinations: [tenantId],
      countEventDestinations: [tenantId],
      findEventDestination: [tenantId, id],
      updateEventDestination: [tenantId, id, { name: 'Renamed' }],
      deleteEventDestination: [tenantId, id],
      findActiveDestination: remarked({ unnoticed: 'there is none while email is held, as it is here' }, tenantId, id),
      markDelivered: remarked({ unnoticed: 'gets a row of the organization' }, row(destination), now),
      advanceDestination: remarked({ unnoticed: 'gets a row of the organization' }, row(destination), 9),
      disableDestination: remarked({ unnoticed: 'gets a row of the organization' }, row(destination), 'gone'),
    }),
    ...callsTo('events/event-deliveries', deliveries, {
      listEventDeliveries: [filter, page],
      countEventDeliveries: [{ ...filter, status: 'waiting' }],
      countWaitingDeliveries: [tenantId],
      wakeDeliveries: [id, 0],
      dueDeliveries: [
        id,
        {
          now: waiting.next_attempt_at,
          latest: waiting.next_attempt_at,
          latestClaim: 0,
          overtakesBefore: waiting.created_at,
          latestCreation: waiting.created_at,
          skip: [],
          limit: 10,
        },
      ],
      claimDelivery: [row(waiting), now],
      recordAttempt: [waiting.id, { ...attempt, outcome: 'network', status_code: null, duration_ms: 1 }],
      findEventDelivery: [filter, waiting.id],
      requeueDelivery: [filter, delivered.id, now],
      failWaitingDeliveries: [filter, now],
    }),
  ];
};
