/** The last Authorization header that the window sent, kept only in memory. It identifies the signed-in user. */
export interface LastAuthorization {
  note(header: string | null): void;
  current(): string | undefined;
  /** Calls the listener when the header changes: on sign-in, and when tokens are refreshed. */
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
