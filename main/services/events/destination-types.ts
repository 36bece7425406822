import { type EventType, eventTypes } from '#shared/texts/event-types.ts';
import type { EventDestinationRow } from '../../storage/store/events/event-destinations.ts';

/** The types that a destination is told of; null for all. One that no longer exists is left out. */
export const typesOf = ({ event_types }: Pick<EventDestinationRow, 'event_types'>): EventType[] | null => {
  if (event_types === '') return null;
  const chosen = new Set(event_types.split(','));
  return eventTypes.filter((type) => chosen.has(type));
};
