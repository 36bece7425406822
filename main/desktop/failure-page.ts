import { type StartReasonName, tellReason } from '../platform/start-reasons.ts';
import type { StartFailure } from './service.ts';
import { type ShellPage, shellPage } from './shell-page.ts';
import { type Language, type Texts, textsIn } from './texts.ts';

export interface FailurePlaces {
  logFile: string;
  dataDir: string | undefined;
}

/** Why the service isn't running, as sentences in the language of the texts. Lines of a log have no full stop. */
export const failureText = ({ message, reason }: StartFailure, texts: Texts): string =>
  reason ? tellReason(reason, texts.startReasons).replace(/[^.!?]$/u, '$&.') : texts.startFailure(message);

/** Reasons that don't say what to do: the page adds what helps with their kind of failure. All others would say it twice. */
const withoutAdvice: ReadonlySet<StartReasonName> = new Set([
  'cannotListen',
  'noFolder',
  'brokenLink',
  'link',
  'notAFile',
  'running',
  'damaged',
  'unreadable',
  'newer',
  'migrationFailed',
  'damagedFile',
  'setting',
  'countriesMissing',
  'countriesUnreadable',
  'countriesBroken',
  'countriesOther',
  'busyDatabase',
  'network',
  'unexpected',
  'configUnreadable',
  'configWithoutSettings',
  'unknownSetting',
  'noCertificate',
  'keyTooShort',
  'noKey',
  'urlMalformed',
  'urlNames',
  'urlPorts',
  'urlPort',
  'urlCertificate',
  'databaseTooOld',
  'databaseWithoutSchema',
  'databaseMissing',
  'databaseTls',
  'databaseMigration',
]);

const adviceFor = (failure: StartFailure | undefined, texts: Texts): string[] =>
  failure?.reason === undefined || withoutAdvice.has(failure.reason.name)
    ? [texts.advice[failure?.kind ?? 'other']]
    : [];

/** The reason as a sentence. One that is only told in English stands below a sentence of the page's language. */
const reasonOf = (failure: StartFailure | undefined, language: Language): Pick<ShellPage, 'paragraphs' | 'facts'> => {
  const texts = textsIn(language);
  if (!failure) return { paragraphs: [], facts: [] };
  if (failure.reason || language === 'en') return { paragraphs: [failureText(failure, texts)], facts: [] };
  return { paragraphs: [texts.failedInEnglish], facts: [[texts.failedReason, failure.message, 'en']] };
};

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
  const told = reasonOf(failure, language);
  const { html, policy } = shellPage(
    {
      title: texts.failedTitle,
      paragraphs: [...told.paragraphs, ...adviceFor(failure, texts)],
      facts: [
        ...told.facts,
        [texts.failedLog, logFile],
        ...(dataDir === undefined ? [] : [[texts.failedData, dataDir] as const]),
      ],
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
