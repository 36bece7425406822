import type { contract } from '#shared/contract/index.ts';
import { absent, ofTenant, tenant } from './permission-inputs.ts';
import type { IdField, Row } from './permission-row.ts';

const destination: IdField = {
  foreign: ({ foreign }) => foreign.events.destinationId,
  missing: `dest_${absent}`,
  answer: 'NOT_FOUND',
};
const ids = { tenant_id: tenant, destination_id: destination };
const ofDestination: Row['input'] = ({ own }) => ({ tenant_id: own.id, destination_id: own.events.destinationId });
const target: NonNullable<Row['target']> = ({ own }) => own.events.destinationId;

/** The rows of the `events` feature. */
export const eventRows: Record<keyof typeof contract.events, Row> = {
  listEvents: { requires: 'audit.read', input: ofTenant, ids: { tenant_id: tenant } },
  listEventDestinations: { requires: 'events.manage', input: ofTenant, ids: { tenant_id: tenant } },
  getEventDestination: { requires: 'events.manage', input: ofDestination, ids },
  createEventDestination: {
    requires: 'events.manage',
    confirms: 'always',
    target: (_seed, answer) => answer.destination_id,
    input: ({ own }) => ({
      tenant_id: own.id,
      kind: 'webhook',
      name: 'CI',
      url: 'https://hooks.example.com/castellan',
    }),
    ids: { tenant_id: tenant },
  },
  updateEventDestination: {
    requires: 'events.manage',
    confirms: 'always',
    target,
    input: (seed, caller) => ({ ...ofDestination(seed, caller), name: 'Renamed', enabled: false }),
    ids,
  },
  deleteEventDestination: { requires: 'events.manage', target, input: ofDestination, ids },
  rollEventSecret: { requires: 'events.manage', confirms: 'always', target, input: ofDestination, ids },
  testEventDestination: { requires: 'events.manage', target, input: ofDestination, ids },
  listEventDeliveries: { requires: 'events.manage', input: ofDestination, ids },
  replayEventDelivery: {
    requires: 'events.manage',
    target,
    input: (seed, caller) => ({ ...ofDestination(seed, caller), delivery_id: seed.own.events.delivered }),
    ids: {
      ...ids,
      delivery_id: {
        foreign: ({ foreign }) => foreign.events.delivered,
        missing: `dlv_${absent}`,
        answer: 'NOT_FOUND',
      },
    },
  },
};
