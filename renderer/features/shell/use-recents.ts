import { useSessionStorage } from '@mantine/hooks';
import { type Recent, readRecents, withRecent } from './recents.logic.ts';

/**
 * What a user opened from the search, latest first. In the session storage, so that no names stay on the computer when
 * the tab is closed.
 */
export const useRecents = (userId: string) => {
  const [recents, setRecents] = useSessionStorage<Recent[]>({
    key: `castellan-recents-${userId}`,
    defaultValue: [],
    deserialize: readRecents,
    getInitialValueInEffect: false,
  });
  const add = (opened: Recent): void => setRecents((present) => withRecent(present, opened));
  return { recents, add };
};
