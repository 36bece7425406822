import { useRef, useState } from 'react';
import { type BulkResult, sendInChunks } from './bulk.logic.ts';

export interface BulkProgress {
  done: number;
  total: number;
}

/** Sends items in chunks, reports progress, and can stop after the current chunk. */
export const useBulk = () => {
  const [progress, setProgress] = useState<BulkProgress>();
  const stopping = useRef(false);
  const run = async <Item, Result>(
    items: readonly Item[],
    send: (chunk: Item[]) => Promise<readonly Result[]>,
  ): Promise<BulkResult<Result>> => {
    stopping.current = false;
    setProgress({ done: 0, total: items.length });
    const result = await sendInChunks(items, send, {
      onProgress: (done) => setProgress({ done, total: items.length }),
      stopped: () => stopping.current,
    });
    setProgress(undefined);
    return result;
  };
  return {
    progress,
    run,
    stop: () => {
      stopping.current = true;
    },
  };
};

export type Bulk = ReturnType<typeof useBulk>;
