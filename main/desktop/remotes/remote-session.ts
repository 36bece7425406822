import { type Certificate, type Session, session } from 'electron';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { second } from '#shared/rules/limits.ts';
import { lowerAscii } from '#shared/text-input/ascii-case.ts';
import { lockDownSession } from '../hardening.ts';
import { withoutDialogs } from '../views/page-policy.logic.ts';
import { partitionOf } from './leftovers.ts';
import { baseOfPage, isRemotePage, isRemoteRequest } from './remote-address.logic.ts';
import { type CertificateFacts, hexFingerprint, mayBeTrusted } from './remote-certificate.logic.ts';
import { problemOfAnswer, problemOfError, type RemoteProblem } from './remote-problem.logic.ts';

/** Why a server can't be shown, or the address of its console: that of the server, or a shorter one. */
export type RemoteCheck = { problem: RemoteProblem } | { base: string };

/** A server's own cookies, storage and connections, which no other server shares. */
export interface RemoteSession {
  readonly session: Session;
  /** Requests the server's first page. */
  check(): Promise<RemoteCheck>;
  /** The problem behind an error of Chromium, with the certificate if that was refused. */
  problemOf(message: string): RemoteProblem;
  /** Forgets what it has found about certificates: another one is trusted now, or none. */
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

const patienceMs = 15 * second;
/** The first page has 2 kB. */
const largestPage = 262_144;

/** The start of a body, in UTF-8. */
const readStart = async (answer: Response): Promise<string> => {
  const reader = answer.body?.getReader();
  const parts: Uint8Array[] = [];
  let size = 0;
  while (reader && size < largestPage) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.length;
  }
  await reader?.cancel();
  return Buffer.concat(parts).toString('utf8');
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
  let refused: CertificateFacts | undefined;
  lockDownSession(own, (page) => isRemotePage(address, page));
  own.webRequest.onBeforeRequest(({ url }, answer) => answer({ cancel: !isRemoteRequest(address, url) }));
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
  const problemOf = (message: string): RemoteProblem => problemOfError(message, refused);
  return {
    session: own,
    problemOf,
    async check() {
      refused = undefined;
      try {
        const answer = await own.fetch(address, {
          redirect: 'error',
          cache: 'no-store',
          credentials: 'omit',
          signal: AbortSignal.timeout(patienceMs),
        });
        const body = await readStart(answer);
        const problem = problemOfAnswer({ status: answer.status, body });
        return problem ? { problem } : { base: baseOfPage(address, body) };
      } catch (error) {
        const { name, message } = error as Error;
        if (name === 'TimeoutError') return { problem: { kind: 'unreachable', code: 'ERR_TIMED_OUT' } };
        // A Castellan answers at its address itself.
        if (/redirect/i.test(message)) return { problem: { kind: 'notCastellan' } };
        return { problem: problemOf(message) };
      }
    },
    async verifyAgain() {
      verify();
      await own.closeAllConnections();
    },
    async erase() {
      await own.closeAllConnections();
      await Promise.all([own.clearStorageData(), own.clearCache(), own.clearAuthCache()]);
    },
  };
};
