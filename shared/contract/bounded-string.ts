import { z } from 'zod';
import { reasonMessage } from '../texts/field-reasons.ts';

/** A string of at most `max` UTF-16 units, of any characters: only for what is hashed, such as passwords. */
export const hashedString = (max: number): z.ZodString => z.string().max(max, { abort: true });

/**
 * A string of at most `max` UTF-16 units. Without `abort`, zod runs the later checks on a string that is too long, so
 * every string of an input starts with this: no pattern, trim or refinement sees more than `max` units. U+0000 is refused:
 * PostgreSQL takes no text that has one.
 */
export const boundedString = (max: number): z.ZodString =>
  hashedString(max).refine((text) => !text.includes('\0'), { error: reasonMessage('control_characters'), abort: true });
