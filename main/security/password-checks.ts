/** Password attempts that are being checked, so that others on the same subject can wait for the outcome. */
export interface PasswordChecks {
  /** Registers an attempt. Returns the function that ends it. */
  begin(subject: string): () => void;
  /** Resolves when the next attempt on a subject ends. Undefined if none is being checked. */
  next(subject: string): Promise<void> | undefined;
}

export const createPasswordChecks = (): PasswordChecks => {
  const running = new Map<string, { count: number; ended: PromiseWithResolvers<void> }>();
  return {
    begin(subject) {
      const attempts = running.get(subject) ?? { count: 0, ended: Promise.withResolvers<void>() };
      attempts.count += 1;
      running.set(subject, attempts);
      return () => {
        attempts.count -= 1;
        if (attempts.count === 0) running.delete(subject);
        attempts.ended.resolve();
        attempts.ended = Promise.withResolvers<void>();
      };
    },
    next: (subject) => running.get(subject)?.ended.promise,
  };
};
