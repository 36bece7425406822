import { desktopContract, desktopContractName } from '#shared/contract/desktop-bridge.ts';
import type { PageFault } from '../views/page.ts';
import { kindOfNetworkError, type NetworkErrorKind } from './network-error.logic.ts';
import { type CertificateFacts, mayBeTrusted } from './remote-certificate.logic.ts';

/** Why a server can't be shown. `code` is Chromium's name of the error, such as `ERR_CERT_DATE_INVALID`. */
export type RemoteProblem =
  | { kind: 'certificate'; code: string; certificate?: CertificateFacts | undefined }
  | { kind: Exclude<NetworkErrorKind, 'certificate'>; code: string }
  | { kind: 'failing'; status: number }
  /** It sends its visitors elsewhere, perhaps to sign in. */
  | { kind: 'redirects'; host: string }
  /** The host wants to know a user name and password, and the person has given none. */
  | { kind: 'signIn'; host: string }
  | { kind: 'notCastellan' | 'serverTooOld' | 'appTooOld' | PageFault };

/** By an error of Chromium, such as `net::ERR_CONNECTION_REFUSED`. */
export const problemOfError = (message: string, certificate?: CertificateFacts): RemoteProblem => {
  const code = /ERR_[A-Z0-9_]+/.exec(message)?.[0] ?? 'ERR_FAILED';
  const kind = kindOfNetworkError(code);
  return kind === 'certificate' ? { kind, code, certificate } : { kind, code };
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

/** Whether only another address could help: Chromium doesn't even connect to this one. */
export const isFinal = ({ kind }: RemoteProblem): boolean => kind === 'badAddress';
