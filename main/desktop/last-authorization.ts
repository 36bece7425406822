/** The Authorization header that the window sent last, in memory alone: it tells whose window it is. */
export interface LastAuthorization {
  note(header: string | null): void;
  current(): string | undefined;
  /** Calls with each header that differs from the one before: at a sign-in, and when tokens are renewed. */
  onChange(listener: () => void): void;
}

export const createLastAuthorization = (): LastAuthorization => {
  let current: string | undefined;
  const listeners: (() => void)[] = [];
  return {
    note(header) {
      if (header === null || header === current) return;
      current = header;
      for (const listener of listeners) listener();
    },
    current: () => current,
    onChange(listener) {
      listeners.push(listener);
    },
  };
};
