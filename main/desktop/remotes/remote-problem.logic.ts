import { desktopContract, desktopContractName } from '#shared/contract/desktop-bridge.ts';
import type { PageFault } from '../views/page.ts';
import { type CertificateFacts, mayBeTrusted } from './remote-certificate.logic.ts';

/** Why a server can't be shown. `code` is Chromium's name of the error, such as `ERR_CERT_DATE_INVALID`. */
export type RemoteProblem =
  | { kind: 'certificate'; code: string; certificate?: CertificateFacts | undefined }
  | { kind: 'unreachable'; code: string }
  /** A proxy is reached, but doesn't connect. Some refuse a password like this, too. */
  | { kind: 'proxy'; code: string }
  | { kind: 'failing'; status: number }
  /** It sends its visitors elsewhere, perhaps to sign in. */
  | { kind: 'redirects'; host: string }
  /** The host wants to know a user name and password, and the person has given none. */
  | { kind: 'signIn'; host: string }
  | { kind: 'notCastellan' | 'serverTooOld' | 'appTooOld' | PageFault };

/** By an error of Chromium, such as `net::ERR_CONNECTION_REFUSED`. */
export const problemOfError = (message: string, certificate?: CertificateFacts): RemoteProblem => {
  const code = /ERR_[A-Z0-9_]+/.exec(message)?.[0] ?? 'ERR_FAILED';
  if (code === 'ERR_TUNNEL_CONNECTION_FAILED') return { kind: 'proxy', code };
  return /^ERR_(CERT|SSL|BAD_SSL)_/.test(code)
    ? { kind: 'certificate', code, certificate }
    : { kind: 'unreachable', code };
};

/** What a server answered to the request for its first page. */
export interface FirstAnswer {
  status: number;
  body: string;
}

/** DECISION 0188: whether this app can show the console that a server answered with. @returns undefined if it can. */
export const problemOfAnswer = ({ status, body }: FirstAnswer): RemoteProblem | undefined => {
  if (status >= 500) return { kind: 'failing', status };
  const isConsole = status === 200 && body.includes('<title>Castellan</title>') && body.includes('name="csp-nonce"');
  if (!isConsole) return { kind: 'notCastellan' };
  const contract = Number(new RegExp(`name="${desktopContractName}" content="(\\d{1,4})"`).exec(body)?.[1] ?? 0);
  if (contract < desktopContract) return { kind: 'serverTooOld' };
  return contract > desktopContract ? { kind: 'appTooOld' } : undefined;
};

/** The refused certificate, if a person may trust it. @param now milliseconds since the epoch */
export const trustable = (problem: RemoteProblem, now: number): CertificateFacts | undefined =>
  problem.kind === 'certificate' && problem.certificate && mayBeTrusted(problem.code, problem.certificate, now)
    ? problem.certificate
    : undefined;
