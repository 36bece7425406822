import { z } from 'zod';
import { eventLimits, textLimits } from '../../rules/limits.ts';
import { auditActionNames, auditTargetKinds } from '../../texts/audit.ts';
import { deliveryOutcomes } from '../../texts/delivery-outcomes.ts';
import { eventTypes } from '../../texts/event-types.ts';
import { boundedString } from '../bounded-string.ts';
import * as field from '../fields.ts';

/** Something that happened, as other programs are told of it: an entry of the audit log, without where it came from. */
export const event = z
  .strictObject({
    id: field.id.meta({ description: 'The same for each attempt to deliver it; sent as `webhook-id`' }),
    type: z.enum(eventTypes),
    timestamp: field.timestamp,
    data: z
      .strictObject({
        position: z.int().min(1).meta({ description: 'Its number in the audit log of the organization, without gaps' }),
        tenant_id: field.id,
        action: z.enum(auditActionNames).meta({ description: 'What was done, more exactly than the type' }),
        actor_id: field.id.meta({
          description: 'Id of a user or service account, or `system`, `operator` or `unknown`',
        }),
        actor_name: z.string().nullable().meta({ description: 'Null once the account was permanently deleted' }),
        target_kind: z.enum(auditTargetKinds),
        target_id: field.id,
        target_label: z.string().nullable().meta({ description: 'Its name or address at that time' }),
        details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
        overtook: z.int().min(1).optional().meta({
          description:
            "The position of an earlier event about the same object that couldn't be delivered yet, and that this one no longer waits for. Absent otherwise, and in lists",
        }),
      })
      .meta({ id: 'EventData' }),
  })
  .meta({ id: 'Event' });

/** `webhook` is Standard Webhooks; the others are messages for people. */
export const destinationKinds = ['webhook', 'slack', 'mattermost', 'discord', 'teams', 'ntfy'] as const;
export type DestinationKind = (typeof destinationKinds)[number];

const destinationStates = ['working', 'failing', 'held', 'off', 'disabled'] as const;

const destinationUrl = boundedString(textLimits.url).check(z.url({ protocol: /^https?$/ }));

/** What owners enter of a destination. */
export const enteredDestination = {
  name: field.name,
  url: destinationUrl.meta({
    description: 'Where events are posted to: `https`, or `http` in a private network if that is allowed',
  }),
  event_types: z
    .array(z.enum(eventTypes))
    .min(1)
    .max(eventTypes.length)
    .nullable()
    .meta({ description: 'What it is told of; null for everything' }),
  allow_private_addresses: z.boolean().meta({ description: 'Whether it may be in a private network' }),
};

/** Where events are sent. */
export const eventDestination = z
  .strictObject({
    destination_id: field.id,
    kind: z.enum(destinationKinds),
    ...enteredDestination,
    enabled: z.boolean(),
    state: z.enum(destinationStates).meta({
      description:
        '`held`: nothing is sent while email is on hold, such as after a restore. `disabled`: turned off by the service, because it accepted nothing for three days or answered 410',
    }),
    position: z.int().min(0).meta({ description: 'Up to which event deliveries were queued' }),
    waiting: z.int().min(0).meta({ description: 'Deliveries that wait for an attempt' }),
    failing_since: field.timestamp.nullable(),
    last_delivered_at: field.timestamp.nullable(),
    old_secret_expires_at: field.timestamp
      .nullable()
      .meta({ description: 'Until when the signing secret before this one signs, too' }),
    created_at: field.timestamp,
  })
  .meta({ id: 'EventDestination' });

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;

/** How the last attempt went. */
const attempt = {
  outcome: z.enum(deliveryOutcomes),
  status_code: z.int().nullable().meta({ description: 'The HTTP status of the answer; null if none came' }),
  duration_ms: z.int().min(0),
};

export const attemptResult = z.strictObject(attempt);

export const eventDelivery = z
  .strictObject({
    delivery_id: field.id,
    event_id: field.id,
    type: z.enum(eventTypes),
    position: z.int().min(1),
    status: z.enum(deliveryStatuses),
    attempts: z.int().min(0),
    next_attempt_at: field.timestamp.nullable().meta({ description: 'Null unless it waits' }),
    outcome: attempt.outcome.nullable().meta({ description: 'How the last attempt went; null before the first' }),
    status_code: attempt.status_code,
    duration_ms: attempt.duration_ms.nullable(),
    created_at: field.timestamp,
    ended_at: field.timestamp.nullable(),
  })
  .meta({ id: 'EventDelivery' });

export const signingSecret = z
  .string()
  .nullable()
  .meta({ description: 'Verifies what is sent; only shown now. Null for kinds that cannot be signed' });

export const overlapHours = z
  .int()
  .min(0)
  .max(eventLimits.maxOverlapHours)
  .default(eventLimits.defaultOverlapHours)
  .meta({ description: 'How long the old secret signs, too' });
