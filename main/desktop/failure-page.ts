import { tellReason } from '../platform/start-reasons.ts';
import type { StartFailure } from './service.ts';
import { shellPage } from './shell-page.ts';
import { type Language, type Texts, textsIn } from './texts.ts';

export interface FailurePlaces {
  logFile: string;
  dataDir: string | undefined;
}

/** Why the service isn't running, in the language of the texts. */
export const failureText = ({ message, reason }: StartFailure, texts: Texts): string =>
  reason ? tellReason(reason, texts.startReasons) : texts.startFailure(message);

/**
 * Shown instead of the console while the service is down: the reason, what to do, and where to read more. Reloading the
 * page tries again.
 */
export const failurePage = (
  failure: StartFailure | undefined,
  { logFile, dataDir }: FailurePlaces,
  language: Language,
): Response => {
  const texts = textsIn(language);
  const { html, policy } = shellPage(
    {
      title: texts.failedTitle,
      paragraphs: [failure ? failureText(failure, texts) : '', texts.advice[failure?.kind ?? 'other']],
      facts: [[texts.failedLog, logFile], ...(dataDir === undefined ? [] : [[texts.failedData, dataDir] as const])],
      links: [{ href: '/', label: texts.failedTry }],
    },
    language,
  );
  return new Response(html, {
    status: 503,
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'cache-control': 'no-store',
      'content-security-policy': `${policy}; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
    },
  });
};
