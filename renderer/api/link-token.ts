/**
 * Tokens from email links. They arrive in the URL fragment, which never reaches a server. Remove them from the address
 * bar right away and keep them in memory, so that no history, bookmark or shared screen exposes them.
 */
export interface LinkTokens {
  /** The token that a page was opened with. */
  get: (pathname: string) => string | undefined;
  /** The address of the account that the link is about, if it names one. Anyone could write another: it decides nothing. */
  emailOf: (pathname: string) => string | undefined;
  /** Passes a token to a page without putting it in the URL. */
  put: (pathname: string, token: string) => void;
  forget: (pathname: string) => void;
  subscribe: (listener: () => void) => () => void;
}

/** The token in the fragment of a link. Mail and chat programs count the end of the sentence around it as a part of it. */
export const tokenInLink = (fragment: URLSearchParams): string | undefined =>
  fragment.get('token')?.replace(/[^\w-]+$/, '') || undefined;

type Place = Pick<Window, 'location' | 'history' | 'addEventListener'>;

/** Pages are named by their paths below `basePath`, which ends in a slash. */
export const createLinkTokens = (place: Place, basePath = '/'): LinkTokens => {
  const tokens = new Map<string, { token: string; email?: string | undefined }>();
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  const take = () => {
    const { hash, pathname, search } = place.location;
    const given = new URLSearchParams(hash.slice(1));
    const token = tokenInLink(given);
    if (!token) return;
    const page = pathname.startsWith(basePath) ? `/${pathname.slice(basePath.length)}` : pathname;
    tokens.set(page, { token, email: given.get('email') ?? undefined });
    place.history.replaceState(place.history.state, '', `${pathname}${search}`);
    tell();
  };
  take();
  // Opening another link to the same page changes only the fragment and loads nothing.
  place.addEventListener('hashchange', take);

  return {
    get: (pathname) => tokens.get(pathname)?.token,
    emailOf: (pathname) => tokens.get(pathname)?.email,
    put: (pathname, token) => {
      tokens.set(pathname, { token });
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
