/** How many notifications came while no one looked at the window. */
export interface UnseenNotifications {
  /** Counts a notification, unless someone looks at the window. */
  add(): void;
  /** Someone looks at the window. */
  clear(): void;
}

/** @param show called with each new count */
export const createUnseenNotifications = (
  isWatched: () => boolean,
  show: (count: number) => void,
): UnseenNotifications => {
  let count = 0;
  const set = (next: number): void => {
    if (next === count) return;
    count = next;
    show(count);
  };
  return {
    add: () => {
      if (!isWatched()) set(count + 1);
    },
    clear: () => set(0),
  };
};
