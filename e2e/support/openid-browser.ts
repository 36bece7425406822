import { send } from './transports.ts';

/** A browser, as far as signing in to applications needs one: it keeps cookies and follows redirects at one service. */
export interface OpenIdBrowser {
  /** Sends a request to the service, with what its cookies and its page say. */
  ask(method: string, url: string, body?: object): Promise<Awaited<ReturnType<typeof send>>>;
  /** Opens an address, and follows redirects at the service. Returns the first address elsewhere, or the last page. */
  open(url: string): Promise<string>;
  /** Cookies by name. */
  readonly cookies: Map<string, string>;
}

export const createOpenIdBrowser = (publicUrl: string, address: string): OpenIdBrowser => {
  const cookies = new Map<string, string>();
  const ask: OpenIdBrowser['ask'] = async (method, url, body) => {
    const { pathname, search } = new URL(url, publicUrl);
    const answer = await send(address, method, pathname + search, {
      ...(body && { body }),
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(method === 'POST' && { origin: publicUrl }),
      },
    });
    for (const text of answer.headers.getSetCookie()) {
      const [pair = ''] = text.split(';');
      const at = pair.indexOf('=');
      const value = pair.slice(at + 1);
      if (value === '') cookies.delete(pair.slice(0, at));
      else cookies.set(pair.slice(0, at), value);
    }
    return answer;
  };
  return {
    cookies,
    ask,
    async open(url) {
      for (let next = url, hops = 0; hops < 10; hops += 1) {
        if (!next.startsWith(`${publicUrl}/`) || next.includes('/interaction/')) return next;
        const answer = await ask('GET', next);
        const location = answer.headers.get('location');
        if (location === null) throw new Error(`No redirect: ${answer.status} ${answer.text}`);
        next = new URL(location, next).href;
      }
      throw new Error('Too many redirects');
    },
  };
};
