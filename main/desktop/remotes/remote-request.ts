import { type AuthInfo, net, type Session } from 'electron';
import type { Credentials } from '#shared/contract/desktop-sign-in.ts';
import { second } from '#shared/rules/limits.ts';
import type { FirstAnswer } from './remote-problem.logic.ts';

/** What came back for a page: an answer, where the server sends its visitors, or who wants to know a password. */
export type PageAnswer = FirstAnswer | { readonly redirect: string } | { readonly declined: AuthInfo };

const patienceMs = 10 * second;
/** The first page has 2 kB. */
const largestPage = 262_144;

/** The server didn't answer in time. */
const timeout = 'ERR_TIMED_OUT';

/**
 * Requests a page in a session, without following redirects. Whatever the server does, this takes at most ten seconds.
 * @param signIn asks the person if a proxy or the server wants to know a user name and password. The time that this takes
 * doesn't count
 * @throws Error with Chromium's name of what went wrong, such as `net::ERR_CONNECTION_REFUSED`
 */
export const requestPage = async (
  session: Session,
  url: string,
  signIn: (asked: AuthInfo) => Promise<Credentials | undefined>,
): Promise<PageAnswer> => {
  const { promise, resolve, reject } = Promise.withResolvers<PageAnswer>();
  const request = net.request({ url, session, redirect: 'manual', credentials: 'include', cache: 'no-store' });
  let limit: NodeJS.Timeout | undefined;
  const wait = (): void => {
    clearTimeout(limit);
    limit = setTimeout(() => reject(new Error(timeout)), patienceMs);
    limit.unref();
  };
  request.on('redirect', (_status, _method, redirect) => resolve({ redirect }));
  request.on('login', (asked, answer) => {
    clearTimeout(limit);
    signIn(asked).then((given) => {
      if (!given) return resolve({ declined: asked });
      wait();
      answer(given.username, given.password);
    }, reject);
  });
  request.on('response', (response) => {
    const parts: Buffer[] = [];
    let size = 0;
    const finish = () => resolve({ status: response.statusCode, body: Buffer.concat(parts).toString('utf8') });
    response.on('data', (part: Buffer) => {
      parts.push(part);
      size += part.length;
      if (size >= largestPage) finish();
    });
    response.on('end', finish);
    response.on('error', reject);
  });
  request.on('error', reject);
  wait();
  request.end();
  try {
    return await promise;
  } finally {
    clearTimeout(limit);
    // Also if it has ended, which is nothing then.
    request.abort();
  }
};
