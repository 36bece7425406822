/** Runs a statement for one key, together with those of other requests, and returns the row of this key. */
export type Batch<Row> = (key: string) => Promise<Row | undefined>;

interface BatchOptions<Row> {
  /** Reads or writes the rows of these keys with one statement, and returns them. */
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Row>>;
  /** How many statements may be under way. */
  atOnce: number;
  /** How many keys one statement may have. */
  size: number;
}

/**
 * Many requests share one statement. DECISION 0162: whoever asks while statements are under way shares the next one, never
 * one that has begun. So each row is read after it was asked for, and what was committed before is in it.
 */
export const createBatch = <Row>({ load, atOnce, size }: BatchOptions<Row>): Batch<Row> => {
  const waiting = new Map<string, PromiseWithResolvers<Row | undefined>>();
  let underWay = 0;
  /** Whether a statement is about to begin, with everyone who waits by then. */
  let isCollecting = false;

  const begin = async (): Promise<void> => {
    if (isCollecting || underWay === atOnce || waiting.size === 0) return;
    underWay += 1;
    isCollecting = true;
    // Whoever asks in this turn of the event loop comes along: each request of one turn arrives in a callback of its own.
    await new Promise<void>((resolve) => setImmediate(resolve));
    isCollecting = false;
    const group = [...waiting].slice(0, size);
    for (const [key] of group) waiting.delete(key);
    // Those beyond its size.
    void begin();
    try {
      const rows = await load(group.map(([key]) => key));
      for (const [key, { resolve }] of group) resolve(rows.get(key));
    } catch (error) {
      for (const [, { reject }] of group) reject(error);
    } finally {
      underWay -= 1;
      void begin();
    }
  };

  return (key) => {
    const known = waiting.get(key);
    if (known) return known.promise;
    const asked = Promise.withResolvers<Row | undefined>();
    waiting.set(key, asked);
    void begin();
    return asked.promise;
  };
};
