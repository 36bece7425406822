/**
 * Tokens of links in mails. They arrive in the address's fragment, which never reaches a server; they are taken out of
 * the address bar at once and kept in memory, so that no history, bookmark or screen-share shows them.
 */
export interface LinkTokens {
  /** The token that a page was opened with. */
  get: (pathname: string) => string | undefined;
  /** Hands a token to a page without any address at all. */
  put: (pathname: string, token: string) => void;
  forget: (pathname: string) => void;
  subscribe: (listener: () => void) => () => void;
}

type Place = Pick<Window, 'location' | 'history' | 'addEventListener'>;

export const createLinkTokens = (place: Place): LinkTokens => {
  const tokens = new Map<string, string>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const take = () => {
    const { hash, pathname, search } = place.location;
    const token = new URLSearchParams(hash.slice(1)).get('token');
    if (!token) return;
    tokens.set(pathname, token);
    place.history.replaceState(place.history.state, '', `${pathname}${search}`);
    tell();
  };
  take();
  // Another link to the same page changes the fragment only, without loading anything.
  place.addEventListener('hashchange', take);

  return {
    get: (pathname) => tokens.get(pathname),
    put: (pathname, token) => {
      tokens.set(pathname, token);
      tell();
    },
    forget: (pathname) => {
      tokens.delete(pathname);
      tell();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};
