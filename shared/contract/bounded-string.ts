import { z } from 'zod';

/**
 * A string of at most `max` UTF-16 units. Without `abort`, zod runs the later checks on a string that is too long, so
 * every string of an input starts with this: no pattern, trim or refinement sees more than `max` units.
 */
export const boundedString = (max: number): z.ZodString => z.string().max(max, { abort: true });
