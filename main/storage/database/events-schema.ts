import type { DestinationKind } from '#shared/contract/events/resources.ts';
import type { DeliveryOutcome } from '#shared/texts/delivery-outcomes.ts';
import type { EventType } from '#shared/texts/event-types.ts';
import type { Flag, Instant } from './columns.ts';
import type { SealedText } from './sealed-text.ts';

/** Where an organization sends its events. DECISION 0311. */
export interface EventDestinationTable {
  id: string;
  tenant_id: string;
  kind: DestinationKind;
  name: string;
  /** For a chat, who knows it can write there. */
  sealed_url: SealedText<'event_destinations.sealed_url'>;
  /** Separated by commas; empty for all. */
  event_types: string;
  allow_private: Flag;
  /** Null for kinds that aren't signed. */
  sealed_secret: SealedText<'event_destinations.sealed_secret'> | null;
  sealed_old_secret: SealedText<'event_destinations.sealed_old_secret'> | null;
  /** Until when the old secret signs, too. */
  old_secret_until: Instant | null;
  enabled: Flag;
  /** Why the service has turned it off; null if it hasn't. */
  disabled_for: 'failing' | 'gone' | null;
  /** The audit log entry up to which deliveries were queued. */
  position: number;
  /** Attempts that have failed since the last delivery. */
  failures: number;
  failing_since: Instant | null;
  /** Nothing is sent before, except for tests. */
  paused_until: Instant | null;
  /** The same, because the other side has asked for it. */
  asked_until: Instant | null;
  last_delivered_at: Instant | null;
  created_at: Instant;
}

/** An event that is or was sent to a destination. The event itself is in the audit log. */
export interface EventDeliveryTable {
  id: string;
  tenant_id: string;
  destination_id: string;
  /** The entry of the audit log. */
  position: number;
  /** Sent as `webhook-id`. */
  event_id: string;
  event_type: EventType;
  /** What the event is about: those of one object keep their order. */
  object_id: string;
  status: 'waiting' | 'delivered' | 'failed';
  attempts: number;
  next_attempt_at: Instant;
  /** Until when an instance attempts it. */
  claimed_until: Instant | null;
  /** Since when it is attempted: when it was queued, or sent again. */
  begun_at: Instant;
  /** Whether it is sent again: no later event waits for it. */
  replayed: Flag;
  /** The earlier event about the same object that it no longer waited for. */
  overtook: number | null;
  outcome: DeliveryOutcome | null;
  status_code: number | null;
  duration_ms: number | null;
  created_at: Instant;
  ended_at: Instant | null;
}
