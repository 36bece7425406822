import { linkScheme } from '#shared/contract/desktop-link.ts';
import { linkedPages } from '../mail/link-url.ts';

/**
 * The console's own origin in the window. Unlike `file:`, `app:` has an origin and a policy, and no access to anything
 * else.
 */
export const consoleScheme = 'app';
export const consoleHost = 'castellan';
export const consoleOrigin = `${consoleScheme}://${consoleHost}`;

const parse = (address: string): URL | undefined => (URL.canParse(address) ? new URL(address) : undefined);

/** Whether an address is a console page in the window. Node's URL has no `origin` for such schemes. */
export const isConsoleAddress = (address: string): boolean => {
  const url = parse(address);
  return (
    url !== undefined &&
    url.protocol === `${consoleScheme}:` &&
    url.host === consoleHost &&
    url.username === '' &&
    url.password === ''
  );
};

/**
 * The address to open in the system's browser, or undefined if that is not allowed. Allowed are pages of the console's
 * own service (mapped from their address in the window), and https pages of listed hosts, each with its port unless it
 * is the default one.
 */
export const externalAddress = (
  address: string,
  service: string | undefined,
  hosts: readonly string[],
): string | undefined => {
  const url = parse(address);
  if (url === undefined || url.username !== '' || url.password !== '') return undefined;
  if (isConsoleAddress(address)) {
    return service === undefined ? undefined : `${service}${url.pathname}${url.search}`;
  }
  if (service !== undefined && url.origin === new URL(service).origin) return url.href;
  return url.protocol === 'https:' && hosts.includes(url.host) ? url.href : undefined;
};

/** `castellan://reset#token=…` → `/reset#token=…`. Undefined for anything else, since anyone can make such a link. */
export const pageOfLink = (link: string): string | undefined => {
  const url = parse(link);
  if (url === undefined || url.protocol !== `${linkScheme}:`) return undefined;
  if (url.pathname !== '' && url.pathname !== '/') return undefined;
  if (url.search !== '' || url.username !== '' || url.port !== '') return undefined;
  const page = linkedPages.find((path) => path === `/${url.host}`);
  // The app has no password manager that would need the address.
  const token = /^#token=([\w.~-]{16,512})(?:&email=[^&]{0,1000})?$/.exec(url.hash)?.[1];
  return page !== undefined && token !== undefined ? `${page}#token=${token}` : undefined;
};
