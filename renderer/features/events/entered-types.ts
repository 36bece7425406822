import { z } from 'zod';
import { type EventType, eventTypes } from '#shared/texts/event-types.ts';

/** The types as they are entered: none stand for all. */
export const typesSchema = z.object({ event_types: z.array(z.string()) });

/** The types as they are sent. */
export const enteredTypes = (entered: readonly string[]): EventType[] | null => {
  const chosen = eventTypes.filter((type) => entered.includes(type));
  return chosen.length === 0 ? null : chosen;
};
