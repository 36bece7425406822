import { z } from 'zod';
import { resultKinds } from './use-command-search.ts';

const recent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('command'), id: z.string() }),
  z.strictObject({
    type: z.literal('finding'),
    kind: z.enum(resultKinds),
    id: z.string(),
    label: z.string(),
    description: z.string(),
  }),
]);
/** What was opened from the search. */
export type Recent = z.infer<typeof recent>;

const kept = 5;

const isSame = (one: Recent, other: Recent): boolean =>
  one.id === other.id &&
  (one.type === 'finding' ? other.type === 'finding' && one.kind === other.kind : other.type === 'command');

/** What is stored; nothing if it can't be read. */
export const readRecents = (text: string | undefined): Recent[] => {
  try {
    return z.array(recent).parse(JSON.parse(text ?? '[]'));
  } catch {
    // Another version wrote it, or someone by hand.
    return [];
  }
};

/** Puts what was opened first, once, and drops the oldest. */
export const withRecent = (present: readonly Recent[], opened: Recent): Recent[] =>
  [opened, ...present.filter((other) => !isSame(other, opened))].slice(0, kept);
