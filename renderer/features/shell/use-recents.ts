import { useSessionStorage } from '@mantine/hooks';
import { z } from 'zod';
import { findingKinds } from './use-command-search.ts';

const recent = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('command'), id: z.string() }),
  z.strictObject({
    type: z.literal('finding'),
    kind: z.enum(findingKinds),
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

const read = (text: string | undefined): Recent[] => {
  try {
    return z.array(recent).parse(JSON.parse(text ?? '[]'));
  } catch {
    // Another version wrote it, or somebody by hand.
    return [];
  }
};

/**
 * What a user opened from the search, latest first. In the session storage, so that no names stay on the computer when
 * the tab is closed.
 */
export const useRecents = (userId: string) => {
  const [recents, setRecents] = useSessionStorage<Recent[]>({
    key: `castellan-recents-${userId}`,
    defaultValue: [],
    deserialize: read,
    getInitialValueInEffect: false,
  });
  const add = (opened: Recent): void =>
    setRecents((present) => [opened, ...present.filter((other) => !isSame(other, opened))].slice(0, kept));
  return { recents, add };
};
