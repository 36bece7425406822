/** A console that notifications come from: the ID of a server, or undefined for this computer. */
export type ConsoleId = string | undefined;

/** How many notifications of each console came while no one looked at it. */
export interface UnseenNotifications {
  /** Counts a notification of a console, unless someone looks at it. */
  add(of: ConsoleId): void;
  /** Someone looks at a console, or it is gone. */
  clear(of: ConsoleId): void;
  of(console: ConsoleId): number;
  total(): number;
}

/** @param changed called after each change of a count */
export const createUnseenNotifications = (
  isWatched: (console: ConsoleId) => boolean,
  changed: () => void,
): UnseenNotifications => {
  const counts = new Map<ConsoleId, number>();
  return {
    add(of) {
      if (isWatched(of)) return;
      counts.set(of, (counts.get(of) ?? 0) + 1);
      changed();
    },
    clear(of) {
      if (counts.delete(of)) changed();
    },
    of: (console) => counts.get(console) ?? 0,
    total: () => [...counts.values()].reduce((sum, count) => sum + count, 0),
  };
};
