import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { shownMinute } from '../../platform/clock.ts';
import { consoleOrigin } from '../addresses.logic.ts';
import { problemPage } from '../problem-page.ts';
import { type Language, type Texts, textsIn } from '../texts.ts';
import { certificateReason, shownFingerprint } from './remote-certificate.logic.ts';
import { isFinal, type RemoteProblem } from './remote-problem.logic.ts';

/** Where the console of this computer lists the servers. */
export const remotesPage = '/servers';
export const remotesAddress = `${consoleOrigin}${remotesPage}`;
/** What the link leads to that offers to trust a refused certificate. No page has this address. */
export const trustAddress = `${remotesAddress}#trust-certificate`;
/** The same for a window in which the person signs in elsewhere. */
export const signOnAddress = `${remotesAddress}#sign-on`;

/** The same for entering another password for a proxy. */
export const passwordAddress = `${remotesAddress}#password`;

type Facts = (readonly [term: string, value: string])[];

const factsOf = (problem: RemoteProblem, { problemFacts }: Texts): Facts => {
  if (problem.kind === 'failing') return [[problemFacts.error, `HTTP ${problem.status}`]];
  if (!('code' in problem)) return [];
  const { code } = problem;
  if (problem.kind !== 'certificate' || !problem.certificate) return [[problemFacts.error, code]];
  const { certificate } = problem;
  return [
    [problemFacts.error, code],
    [problemFacts.issuedTo, certificate.subject],
    [problemFacts.issuedBy, certificate.issuer],
    [problemFacts.validFrom, shownMinute(certificate.validFrom)],
    [problemFacts.validUntil, shownMinute(certificate.validUntil)],
    [problemFacts.fingerprint, shownFingerprint(certificate.fingerprint)],
  ];
};

/** What follows by itself, said after what to do about any problem. */
const outlook = (problem: RemoteProblem, texts: Texts): string => (isFinal(problem) ? texts.gaveUp : texts.keepsTrying);

const paragraphsOf = (problem: RemoteProblem, texts: Texts): string[] => {
  switch (problem.kind) {
    case 'certificate': {
      const reason = certificateReason(problem.code);
      return [texts.certificateReasons[reason], `${texts.certificateAdvice[reason]} ${outlook(problem, texts)}`];
    }
    case 'redirects':
      return [`${texts.redirects(problem.host)} ${outlook(problem, texts)}`];
    case 'signIn':
      // It goes on when the person does.
      return [texts.signInNeeded(problem.host)];
    default:
      return [`${texts.remoteProblems[problem.kind]} ${outlook(problem, texts)}`];
  }
};

const titleOf = ({ kind }: RemoteProblem, name: string, texts: Texts): string => {
  if (kind === 'certificate') return texts.notSecure(name);
  const isFault = kind === 'crashed' || kind === 'closed' || kind === 'left';
  return isFault ? texts.stopped(name) : texts.notConnected(name);
};

/**
 * Shown instead of a server's console: what is wrong and what to do, as the address of a page. Its links try again, and
 * open the list of servers.
 * @param isTrustable whether another one offers to trust a refused certificate
 */
export const remoteProblemPage = (
  { name, address }: RemoteServer,
  problem: RemoteProblem,
  isTrustable: boolean,
  language: Language,
): string => {
  const texts = textsIn(language);
  const tryAgain = { href: address, label: texts.failedTry };
  const manage = { href: remotesAddress, label: texts.manageServersLink };
  return problemPage(
    {
      title: titleOf(problem, name, texts),
      paragraphs: paragraphsOf(problem, texts),
      facts: [[texts.problemFacts.address, address], ...factsOf(problem, texts)],
      links: [
        // The first one stands out: only what it leads to helps.
        ...(problem.kind === 'redirects' ? [{ href: signOnAddress, label: texts.signOnLink(problem.host) }] : []),
        ...(isFinal(problem) ? [manage, tryAgain] : [tryAgain, manage]),
        ...(problem.kind === 'proxy' ? [{ href: passwordAddress, label: texts.passwordLink }] : []),
        ...(isTrustable ? [{ href: trustAddress, label: texts.trustLink }] : []),
      ],
    },
    language,
  );
};

/** The same for a page of the host at which the person signs in to a server. Nothing of its address but the host: the rest can be secret. */
export const signOnProblemPage = (failed: string, error: string, language: Language): string => {
  const texts = textsIn(language);
  return problemPage(
    {
      title: texts.notConnected(new URL(failed).host),
      paragraphs: [texts.signOnFailed],
      facts: [[texts.problemFacts.error, error]],
      links: [{ href: failed, label: texts.failedTry }],
    },
    language,
  );
};
