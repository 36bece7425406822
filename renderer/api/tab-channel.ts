import { nameAt } from '../parts/kept-texts.ts';
import { usableLocks } from './tab-locks.ts';
import { openTabMessages } from './tab-messages.ts';
import type { Tokens } from './tokens.ts';

/**
 * A request from another tab: does any tab have newer tokens of this session (or, without a key, any session at all)?
 */
export interface TokenRequest {
  key?: string;
  generation: number;
}

export interface TabHandlers {
  onTokens: (tokens: Tokens) => void;
  onEnd: (key: string, reason: string | undefined) => void;
  onActivity: (key: string) => void;
  onTokenRequest: (request: TokenRequest) => Tokens | undefined;
}

/** The console's other tabs in this browser. */
export interface TabChannel {
  listen: (handlers: TabHandlers) => void;
  requestTokens: (request: TokenRequest) => Promise<Tokens | undefined>;
  announce: (tokens: Tokens) => void;
  announceEnd: (key: string, reason: string | undefined) => void;
  announceActivity: (key: string) => void;
}

type Message =
  | { type: 'tokens'; tokens: Tokens }
  | { type: 'end'; key: string; reason?: string | undefined }
  | { type: 'activity'; key: string }
  | { type: 'requestTokens'; id: string; request: TokenRequest }
  | { type: 'offerTokens'; id: string; tokens: Tokens };

/** How long another tab has to answer. Asked once an hour or on a reload, and only if there are other tabs. */
const answerTimeoutMs = 200;

/**
 * Tabs detect each other through a shared lock that each holds while open, and talk over a channel of this origin.
 * @param basePath servers at one address, under several paths, have tabs of their own
 */
export const createTabChannel = (newId: () => string, basePath: string): TabChannel => {
  const presence = nameAt(basePath, 'castellan-tab');
  const waiting = new Map<string, (tokens: Tokens) => void>();
  let handlers: TabHandlers | undefined;

  const { post } = openTabMessages<Message>(nameAt(basePath, 'castellan-session'), (data) => {
    if (data.type === 'tokens') handlers?.onTokens(data.tokens);
    if (data.type === 'end') handlers?.onEnd(data.key, data.reason);
    if (data.type === 'activity') handlers?.onActivity(data.key);
    if (data.type === 'offerTokens') waiting.get(data.id)?.(data.tokens);
    if (data.type === 'requestTokens') {
      const tokens = handlers?.onTokenRequest(data.request);
      if (tokens) post({ type: 'offerTokens', id: data.id, tokens });
    }
  });
  void usableLocks().then((manager) => manager?.request(presence, { mode: 'shared' }, () => new Promise(() => {})));

  const isAlone = async (): Promise<boolean> => {
    const snapshot = await (await usableLocks())?.query();
    return snapshot !== undefined && (snapshot.held ?? []).filter(({ name }) => name === presence).length <= 1;
  };

  return {
    listen: (given) => {
      handlers = given;
    },
    requestTokens: async (request) => {
      if (await isAlone()) return undefined;
      const id = newId();
      return new Promise((resolve) => {
        const finish = (tokens?: Tokens) => {
          waiting.delete(id);
          clearTimeout(timer);
          resolve(tokens);
        };
        const timer = setTimeout(finish, answerTimeoutMs);
        waiting.set(id, finish);
        post({ type: 'requestTokens', id, request });
      });
    },
    announce: (tokens) => post({ type: 'tokens', tokens }),
    announceEnd: (key, reason) => post({ type: 'end', key, reason }),
    announceActivity: (key) => post({ type: 'activity', key }),
  };
};
