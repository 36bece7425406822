/** A part of the console that couldn't be loaded, although the server answers with the same version. */
export class PartError extends Error {
  override readonly name = 'PartError';
  constructor(cause: unknown) {
    super('A part of Castellan could not be loaded', { cause });
  }
}

/** What loading parts takes from the page. */
export interface PartsPage {
  /** The version of the console that this page is of. */
  readonly version: string;
  /** The version that the server has now. Undefined if nothing answers, or something else does. */
  answering(): Promise<string | undefined>;
  /** Resolves once the network may be back. */
  untilBack(): Promise<void>;
  /** Loads the page again, with what was typed. False if it has done so for this version before, or can't remember. */
  reloadFor(version: string): boolean;
}

/** Whether parts wait, or the server has another version. */
export type PartsState = 'fine' | 'waiting' | 'updated';

export interface Parts {
  /**
   * Loads a part. Waits for the network if that is lost, and loads the page again, once per version, if the server has another
   * one. Never settles then. @throws PartError
   * @param isWanted whether someone waits for it by now. If not, a failure is none yet: it is loaded again when it is needed
   */
  load<Part>(importer: () => Promise<Part>, isWanted?: () => boolean): Promise<Part>;
  /** Looks whether the server has another version by now. */
  check(): Promise<void>;
  state(): PartsState;
  /** @param listener is called when the state changes, until the result is called */
  subscribe(listener: () => void): () => void;
}

/** The only way to load a part of the console later. */
export const createParts = (page: PartsPage): Parts => {
  const listeners = new Set<() => void>();
  let waiting = 0;
  let isUpdated = false;

  const change = (by: () => void): void => {
    by();
    for (const listener of listeners) listener();
  };

  const whileWaiting = async (): Promise<void> => {
    change(() => {
      waiting += 1;
    });
    try {
      await page.untilBack();
    } finally {
      change(() => {
        waiting -= 1;
      });
    }
  };

  const tellOf = (version: string): void => {
    if (version === page.version || isUpdated) return;
    change(() => {
      isUpdated = true;
    });
  };

  /** What to do after a failure. Resolves if another attempt makes sense. @throws PartError */
  const recover = async (cause: unknown, isRepeated: boolean, isWanted: () => boolean): Promise<'again' | 'waited'> => {
    const version = await page.answering();
    if (!isWanted()) throw new PartError(cause);
    if (version === undefined) {
      await whileWaiting();
      return 'waited';
    }
    // The connection may have been back by the time the server was asked.
    if (version === page.version && !isRepeated) return 'again';
    // Browsers may remember that a part failed, until the page is loaded again.
    if (page.reloadFor(version)) return new Promise(() => {});
    tellOf(version);
    throw new PartError(cause);
  };

  return {
    async load(importer, isWanted = () => true) {
      for (let isRepeated = false; ; ) {
        try {
          return await importer();
        } catch (cause) {
          isRepeated = (await recover(cause, isRepeated, isWanted)) === 'again';
        }
      }
    },
    async check() {
      const version = await page.answering();
      if (version !== undefined) tellOf(version);
    },
    state: () => (waiting > 0 ? 'waiting' : isUpdated ? 'updated' : 'fine'),
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
};
