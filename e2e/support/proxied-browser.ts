import { contract } from '#shared/contract/index.ts';
import { protectedHost } from './protected-host.ts';
import type { TestApp } from './test-app.ts';
import { testPassword } from './test-service.ts';
import { callTrpc, send } from './transports.ts';

export const publicUrl = 'https://castellan.example';

type Server = Pick<TestApp, 'address'>;

/** How a proxy asks. */
interface Asking {
  host?: string;
  headers?: Record<string, string>;
  /** The ID of the application. */
  id?: string;
  /** Whether the proxy follows no redirect. */
  nginx?: boolean;
}

/** A browser behind proxies: it keeps cookies by host. */
export class ProxiedBrowser {
  readonly #server: Server;
  constructor(server: Server) {
    this.#server = server;
  }
  readonly jars = new Map<string, Map<string, string>>();
  cookies(host: string): Map<string, string> {
    const jar = this.jars.get(host) ?? new Map<string, string>();
    this.jars.set(host, jar);
    return jar;
  }
  keep(host: string, headers: Headers): void {
    for (const text of headers.getSetCookie()) {
      const [pair = ''] = text.split(';');
      const at = pair.indexOf('=');
      if (/Max-Age=0/.test(text)) this.cookies(host).delete(pair.slice(0, at));
      else this.cookies(host).set(pair.slice(0, at), pair.slice(at + 1));
    }
  }
  cookieHeader = (host: string) => [...this.cookies(host)].map(([name, value]) => `${name}=${value}`).join('; ');

  /** What the proxy of a host asks about a request. */
  async ask(target: string, { host = protectedHost, headers = {}, id = 'app_proxied', nginx = false }: Asking = {}) {
    const answer = await send(this.#server.address, 'GET', `/forward-auth/check/${id}${nginx ? '/auth-request' : ''}`, {
      headers: {
        'x-forwarded-host': host,
        'x-forwarded-proto': 'https',
        'x-forwarded-method': 'GET',
        'x-forwarded-uri': target,
        accept: 'text/html',
        cookie: this.cookieHeader(host),
        ...headers,
      },
    });
    this.keep(host, answer.headers);
    return answer;
  }
  /** Opens a page of Castellan. */
  async visit(url: string) {
    if (!url.startsWith(`${publicUrl}/`)) throw new Error(`${url} is elsewhere`);
    return send(this.#server.address, 'GET', url.slice(publicUrl.length), {
      headers: { accept: 'text/html', cookie: this.cookieHeader('castellan.example') },
    });
  }
  async signIn(email: string): Promise<string> {
    const answer = await callTrpc(
      this.#server.address,
      contract.auth.login,
      { email, password: testPassword },
      { headers: this.#fromConsole() },
    );
    if (answer.status !== 200) throw new Error(answer.text);
    this.keep('castellan.example', answer.headers);
    return (answer.body as { access_token: string }).access_token;
  }
  /** Signs out in the tab of the console that has this token. */
  async signOut(token: string): Promise<void> {
    const answer = await callTrpc(
      this.#server.address,
      contract.auth.logout,
      {},
      { token, headers: this.#fromConsole() },
    );
    if (answer.status !== 200) throw new Error(answer.text);
    this.keep('castellan.example', answer.headers);
  }
  #fromConsole = () => ({ origin: publicUrl, cookie: this.cookieHeader('castellan.example') });
  /** Opens an address, and goes wherever it is led. Returns the last answer of the proxy. */
  async open(target: string, options: Asking = {}) {
    const { host = protectedHost } = options;
    let answer = await this.ask(target, options);
    for (let hops = 0; hops < 3 && [302, 401].includes(answer.status); hops += 1) {
      const location = answer.headers.get('location') ?? '';
      if (location.startsWith(publicUrl)) {
        const page = await this.visit(location);
        if (page.status !== 302) return page;
        answer = { ...answer, headers: page.headers };
        continue;
      }
      if (!location.startsWith(`https://${host}/`)) throw new Error(`${location} is elsewhere`);
      answer = await this.ask(location.slice(`https://${host}`.length), options);
    }
    return answer;
  }
  /** The cookie that stands for someone at a host. */
  visitAt = (host = protectedHost, id = 'app_proxied'): string =>
    this.cookies(host).get(`__Host-castellan-visit-${id}`) ?? '';
}
