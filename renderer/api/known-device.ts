import { lifetimesMs } from '#shared/rules/limits.ts';
import { type KeptTexts, nameAt } from '../parts/kept-texts.ts';

export interface AskedForLink {
  readonly browser_token: string;
  /** The page on which the link was asked for. */
  readonly sign_in_slug?: string | undefined;
}

/** What this browser or desktop window keeps for the next sign-in. None of it signs anyone in. */
export interface KnownDevice {
  /** The token by which the server knows this device again, and lets its sign-ins go on while others guess passwords. */
  token: () => string | undefined;
  remember: (token: string) => void;
  /** The address that the sign-in page fills in. */
  email: () => string | undefined;
  /** Undefined forgets it. */
  rememberEmail: (email: string | undefined) => void;
  /** What the request for a sign-in link was answered: the link works only with it. */
  askedForLink: () => AskedForLink | undefined;
  /** Undefined forgets it. */
  askForLink: (asked: AskedForLink | undefined) => void;
  /** Where someone in this browser was going when they were asked to sign in: links in emails open another tab. Undefined after twenty minutes. */
  wayOn: () => string | undefined;
  /** Undefined forgets it. */
  keepWayOn: (href: string | undefined) => void;
}

/**
 * Keeps it also after signing out.
 * @param basePath servers at one address, under several paths, have a token each
 * @param now in milliseconds since the epoch
 */
export const createKnownDevice = (kept: KeptTexts, basePath: string, now: () => number): KnownDevice => {
  const name = `castellan-device ${basePath}`;
  const emailName = nameAt(basePath, 'castellan-email');
  const linkName = nameAt(basePath, 'castellan-sign-in-link');
  const wayName = nameAt(basePath, 'castellan-way-on');
  return {
    token: () => kept.read(name),
    remember: (token) => void kept.write(name, token),
    email: () => kept.read(emailName),
    rememberEmail: (email) => {
      if (email === undefined) kept.forget(emailName);
      else kept.write(emailName, email);
    },
    askedForLink: () => {
      // Words: base64url and slugs have no space.
      const [browser_token, sign_in_slug] = kept.read(linkName)?.split(' ') ?? [];
      return browser_token ? { browser_token, ...(sign_in_slug && { sign_in_slug }) } : undefined;
    },
    askForLink: (asked) => {
      if (asked === undefined) kept.forget(linkName);
      else kept.write(linkName, [asked.browser_token, asked.sign_in_slug ?? ''].join(' ').trimEnd());
    },
    wayOn: () => {
      const [since = '', href] = kept.read(wayName)?.split(' ') ?? [];
      const age = now() - Number(since);
      return age >= 0 && age < lifetimesMs.applicationSignIn ? href : undefined;
    },
    keepWayOn: (href) => {
      if (href === undefined) kept.forget(wayName);
      else kept.write(wayName, `${now()} ${href}`);
    },
  };
};
