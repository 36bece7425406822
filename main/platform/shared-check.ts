interface SharedCheckOptions {
  /** How long an outcome is passed on to whoever asks. */
  freshMs: number;
  /** How long a check may take. */
  patienceMs: number;
  /** The error after that. */
  late: () => Error;
}

/**
 * Lets any number of callers share a check, so that asking often costs no more than asking once. While a check that takes too
 * long goes on, everyone gets the error, and no other one begins.
 */
export const createSharedCheck = (
  check: () => Promise<void>,
  { freshMs, patienceMs, late }: SharedCheckOptions,
): (() => Promise<void>) => {
  let current: Promise<void> | undefined;

  const begin = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const timer = setTimeout(() => reject(late()), patienceMs).unref();
    check()
      .then(resolve, reject)
      .finally(() => {
        clearTimeout(timer);
        setTimeout(() => {
          current = undefined;
        }, freshMs).unref();
      });
    return promise;
  };

  return () => {
    current ??= begin();
    return current;
  };
};
