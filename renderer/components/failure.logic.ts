import { providerErrorReasons } from '#shared/flows/provider-errors.ts';
import { hour, minute, second } from '#shared/rules/limits.ts';
import { codeOf, type ErrorKey, errors, type Problem } from '#shared/texts/errors.ts';
import type { Failure } from '../api/problem.ts';
import { fieldText, localReasonText } from '../languages/service-texts.ts';
import type { Translate } from '../languages/translate.ts';
import { translateOr } from '../languages/translate-or.ts';

/** One code can map to two statuses; the table's key tells them apart. */
const keyOf = ({ code, status }: Problem): ErrorKey | undefined =>
  (Object.keys(errors) as ErrorKey[]).find((key) => codeOf(key) === code && errors[key].status === status);

/** What went wrong with the hosting provider, and what to do. */
const providerWords = ({ provider_reason, provider_message }: Problem, t: Translate): string | undefined => {
  if (provider_reason === undefined) return undefined;
  if (!Object.hasOwn(providerErrorReasons, provider_reason)) return undefined;
  const { title, advice } = providerErrorReasons[provider_reason];
  const toDo = translateOr(t, `hosting.reasons.${provider_reason}.advice`, advice);
  // If the provider refused, only its own message says why.
  if (provider_reason === 'refused' && provider_message !== undefined) {
    return t('hosting.problem.refused', { message: provider_message.replace(/\.$/, ''), advice: toDo });
  }
  return t('components.failure.both', {
    title: translateOr(t, `hosting.reasons.${provider_reason}.title`, title),
    detail: toDo,
  });
};

const retryUnits = [
  { unit: 'hour', length: hour },
  { unit: 'minute', length: minute },
  { unit: 'second', length: second },
] as const;

/** Every invalid field with its path, for screens that have no such field. */
const invalidFields = ({ code, errors: fields = [] }: Problem, t: Translate): string | undefined => {
  if (code !== 'VALIDATION_FAILED' || fields.length === 0) return undefined;
  return fields
    .map((error) => {
      const detail = fieldText(error, t);
      return error.path ? t('components.failure.both', { title: error.path, detail }) : detail;
    })
    .join('; ');
};

/** When trying again makes sense, rounded up so that it isn't too early. */
const retryWords = ({ code, retry_after }: Problem, t: Translate): FailureText | undefined => {
  if (retry_after === undefined || (code !== 'ACCOUNT_LOCKED' && code !== 'RATE_LIMITED')) return undefined;
  const { unit, length } = retryUnits.find((candidate) => retry_after * second >= candidate.length) ?? retryUnits[2];
  const wait = Math.ceil((retry_after * second) / length);
  return {
    title: t('components.failure.tooMany'),
    detail: t('components.failure.retryIn', { wait, formatParams: { wait: { range: unit } } }),
  };
};

const problemText = (problem: Problem, t: Translate): FailureText => {
  const retry = retryWords(problem, t);
  if (retry) return retry;
  const key = keyOf(problem);
  const title = key === undefined ? problem.title : translateOr(t, `errors.${key}`, problem.title);
  return { title, detail: providerWords(problem, t) ?? invalidFields(problem, t) ?? localReasonText(key, problem, t) };
};

export interface FailureText {
  title: string;
  /** Equal to the title if there is nothing to add. */
  detail: string;
}

/** Failures that only the log explains, by its request id. All others say what to do. */
export const reportableRequestId = ({
  requestId,
  problem,
}: Pick<Failure, 'requestId' | 'problem'>): string | undefined =>
  problem !== undefined && problem.status >= 500 ? requestId : undefined;

/** What failed, in text a user can act on: the catalog's, or the service's own if it contains runtime values. */
export const failureText = (
  { kind, message, problem }: Pick<Failure, 'kind' | 'message' | 'problem'>,
  t: Translate,
) => {
  if (problem) return problemText(problem, t);
  const textKey = kind === 'service' ? 'console' : kind;
  const detail = textKey === 'console' && message ? message : t(`failures.${textKey}.detail`);
  return { title: t(`failures.${textKey}.title`), detail };
};
