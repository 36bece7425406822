import type { TabChannel, TabHandlers, TokenRequest } from '../../renderer/api/tab-channel.ts';
import type { Tokens } from '../../renderer/api/tokens.ts';

/** What a tab stores, of the kind of `sessionStorage`. */
export const createMemoryStorage = () => {
  const items = new Map<string, string>();
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  };
};

/** Tabs that receive each other's messages at once, where browser-tabs.ts has those of a browser, which take a while. */
export const createHub = () => {
  const tabs: TabHandlers[] = [];
  return (): TabChannel => {
    let own: TabHandlers | undefined;
    const others = () => tabs.filter((tab) => tab !== own);
    return {
      listen: (handlers) => {
        own = handlers;
        tabs.push(handlers);
      },
      requestTokens: async (request: TokenRequest) =>
        others()
          .map((tab) => tab.onTokenRequest(request))
          .find((answer) => answer !== undefined),
      announce: (tokens: Tokens) => {
        for (const tab of others()) tab.onTokens(tokens);
      },
      announceEnd: (key, reason) => {
        for (const tab of others()) tab.onEnd(key, reason);
      },
      announceActivity: (key) => {
        for (const tab of others()) tab.onActivity(key);
      },
    };
  };
};

/** A lock across all tabs, like navigator.locks. */
export const createLock = () => {
  let tail: Promise<unknown> = Promise.resolve();
  return <T>(_key: string, run: () => Promise<T>): Promise<T> => {
    const mine = tail.then(run, run);
    tail = mine.catch(() => {});
    return mine;
  };
};
