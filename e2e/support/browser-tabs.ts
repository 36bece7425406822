import { onTestFinished, vi } from 'vitest';

type Options = { mode?: 'exclusive' | 'shared'; signal?: AbortSignal };
type Run<T> = () => Promise<T> | T;

/** Channels of one browser: a message reaches every other channel of its name, as a copy. */
const createChannels = () => {
  const open = new Set<Channel>();
  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    readonly name: string;
    constructor(name: string) {
      this.name = name;
      open.add(this);
    }
    postMessage(data: unknown) {
      for (const other of open) {
        if (other === this || other.name !== this.name) continue;
        const copy = structuredClone(data);
        queueMicrotask(() => open.has(other) && other.onmessage?.({ data: copy }));
      }
    }
    close() {
      open.delete(this);
    }
  }
  return Channel;
};

/** Locks of one browser, granted in turn. A shared one is granted at once: no test wants an exclusive one of that name. */
const createLocks = () => {
  const held: { name: string }[] = [];
  const queues = new Map<string, Promise<unknown>>();
  const hold = async <T>(name: string, run: Run<T>): Promise<T> => {
    const lock = { name };
    held.push(lock);
    try {
      return await run();
    } finally {
      held.splice(held.indexOf(lock), 1);
    }
  };
  return {
    query: async () => ({ held: [...held] }),
    request: async <T>(name: string, ...[first, second]: [Run<T>] | [Options, Run<T>]): Promise<T> => {
      const [options, run] = typeof first === 'function' ? [{} as Options, first] : [first, second as Run<T>];
      if (options.mode === 'shared') return hold(name, run);
      const mine = (queues.get(name) ?? Promise.resolve()).then(() => {
        options.signal?.throwIfAborted();
        return hold(name, run);
      });
      queues.set(
        name,
        mine.catch(() => {}),
      );
      return mine;
    },
  };
};

const refuse = (): never => {
  throw new DOMException('The operation is insecure.', 'SecurityError');
};

class RefusedChannel {
  constructor() {
    refuse();
  }
}

const refusedLocks = { query: async () => refuse(), request: async () => refuse() };

interface Shared {
  /** None as on a page that isn't secure; refused where site data is blocked. */
  locks?: 'all' | 'none' | 'refused';
  channels?: 'all' | 'refused';
}

/** Gives this test what tabs of one browser share. */
export const shareBrowser = ({ locks = 'all', channels = 'all' }: Shared = {}): void => {
  vi.stubGlobal('BroadcastChannel', channels === 'all' ? createChannels() : RefusedChannel);
  const managers = { all: { locks: createLocks() }, none: {}, refused: { locks: refusedLocks } };
  vi.stubGlobal('navigator', managers[locks]);
  onTestFinished(() => void vi.unstubAllGlobals());
};
