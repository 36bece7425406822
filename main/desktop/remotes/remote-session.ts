import { type AuthInfo, type Certificate, type Session, session, type WebContents } from 'electron';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import type { Credentials } from '#shared/contract/desktop-sign-in.ts';
import { second } from '#shared/rules/limits.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { lockDownSession } from '../hardening.ts';
import { networkProcess } from '../lost-processes.ts';
import { withoutDialogs } from '../views/page-policy.logic.ts';
import { partitionOf } from './leftovers.ts';
import { baseOfPage, isGuestRequest, isRemotePage, isRemoteRequest, webAddress } from './remote-address.logic.ts';
import { type CertificateFacts, hexFingerprint, mayBeTrusted } from './remote-certificate.logic.ts';
import { problemOfAnswer, problemOfError, type RemoteProblem } from './remote-problem.logic.ts';
import { type PageAnswer, requestPage } from './remote-request.ts';
import { hostOf } from './remote-sign-in.ts';

/** Why a server can't be shown, or the address of its console: that of the server, or a shorter one. */
export type RemoteCheck = { problem: RemoteProblem } | { base: string };

/** A server's own cookies, storage and connections, which no other server shares. */
export interface RemoteSession {
  readonly session: Session;
  /**
   * Requests the server's first page.
   * @param signIn asks the person for a user name and password
   */
  check(signIn: (asked: AuthInfo) => Promise<Credentials | undefined>): Promise<RemoteCheck>;
  /** Lets the requests of one page leave the server, such as to an identity provider, or of none. */
  admit(guest: WebContents | undefined): void;
  /** The problem behind an error of Chromium, with the certificate if that was refused. */
  problemOf(message: string): RemoteProblem;
  /** Connects anew: another certificate is trusted now, or none, or Chromium's process of the network is another one. */
  verifyAgain(): Promise<void>;
  /** Deletes everything that this computer has stored of the server. */
  erase(): Promise<void>;
}

const factsOf = ({ subjectName, issuerName, validStart, validExpiry, fingerprint }: Certificate): CertificateFacts => ({
  subject: subjectName,
  issuer: issuerName,
  validFrom: new Date(validStart * second).toISOString(),
  validUntil: new Date(validExpiry * second).toISOString(),
  fingerprint: hexFingerprint(fingerprint),
});

/** Chromium's own result stands. */
const asVerified = -3;
const accepted = 0;

const checkOf = (address: string, answer: PageAnswer): RemoteCheck => {
  if ('declined' in answer) return { problem: { kind: 'signIn', host: hostOf(answer.declined) } };
  if ('redirect' in answer) {
    const target = webAddress(answer.redirect);
    // A Castellan answers at its address itself.
    if (!target || target.origin === new URL(address).origin) return { problem: { kind: 'notCastellan' } };
    return { problem: { kind: 'redirects', host: target.host } };
  }
  const problem = problemOfAnswer(answer);
  return problem ? { problem } : { base: baseOfPage(address, answer.body) };
};

/**
 * DECISION 0187: pages of a server get only what is theirs. Their requests reach nothing but the server itself, so not
 * this computer's service either.
 * @param trusted the fingerprint of the certificate that the person trusts for this server
 * @param now milliseconds since the epoch
 */
export const openRemoteSession = (
  { id, address }: RemoteServer,
  trusted: () => string | undefined,
  now: () => number,
): RemoteSession => {
  const own = session.fromPartition(`persist:${partitionOf(id)}`);
  /** Stays: Chromium remembers what it has found about a certificate, and doesn't verify it again. */
  let refused: CertificateFacts | undefined;
  lockDownSession(own, (page) => isRemotePage(address, page));
  /** A page elsewhere in which the person signs in to the server. */
  let guest: number | undefined;
  own.webRequest.onBeforeRequest(({ url, webContentsId }, answer) => {
    const isGuest = guest !== undefined && webContentsId === guest;
    answer({ cancel: !isRemoteRequest(address, url) && !(isGuest && isGuestRequest(url)) });
  });
  // A service worker could answer with pages that lack the policy below.
  own.webRequest.onBeforeSendHeaders(({ requestHeaders }, answer) =>
    answer({ cancel: Object.keys(requestHeaders).some((name) => lowerAscii(name) === 'service-worker') }),
  );
  own.webRequest.onHeadersReceived(({ responseHeaders }, answer) =>
    answer({ responseHeaders: withoutDialogs(responseHeaders ?? {}) }),
  );
  // DECISION 0270: of what Chromium refuses, only the certificate that the person trusts for this server.
  const verify = (): void =>
    own.setCertificateVerifyProc(({ certificate, errorCode, verificationResult }, answer) => {
      if (errorCode === 0) return answer(asVerified);
      const facts = factsOf(certificate);
      const code = verificationResult.replace(/^net::/, '');
      if (facts.fingerprint === trusted() && mayBeTrusted(code, facts, now())) return answer(accepted);
      refused = facts;
      answer(asVerified);
    });
  verify();
  /** The process of Chromium's network that certainly knows whom to ask. */
  let told = networkProcess();
  /** Whether a connection may be one over which nothing ever comes. */
  let mayBeDead = false;
  const problemOf = (message: string): RemoteProblem => {
    const problem = problemOfError(message, refused);
    mayBeDead ||= problem.kind === 'unreachable';
    return problem;
  };
  return {
    session: own,
    problemOf,
    async check(signIn) {
      // Chromium may have forgotten it, with a process of its network that has crashed. Told again amid a verification, it would
      // never answer that one, and refuse the certificate until the app ends.
      const current = networkProcess();
      if (current === undefined || current !== told) verify();
      told = current;
      // Chromium would wait for it again, such as one that waits for a verification to which no answer will come.
      if (mayBeDead) await own.closeAllConnections();
      mayBeDead = false;
      try {
        return checkOf(address, await requestPage(own, address, signIn));
      } catch (error) {
        return { problem: problemOf((error as Error).message) };
      }
    },
    admit(contents) {
      guest = contents?.id;
    },
    async verifyAgain() {
      verify();
      told = undefined;
      await own.closeAllConnections();
    },
    async erase() {
      await own.closeAllConnections();
      await Promise.all([own.clearStorageData(), own.clearCache(), own.clearAuthCache()]);
    },
  };
};
