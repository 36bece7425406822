import { passwordError } from '#shared/contract/passwords.ts';
import { refusals } from '#shared/flows/upgrade-actions.ts';
import { type ErrorKey, errors, type Problem } from '#shared/texts/errors.ts';
import { fieldProblemOf, fieldReasonText, reasonMessage } from '#shared/texts/field-reasons.ts';
import type { WireParams } from '#shared/texts/message-params.ts';
import { reasons } from '#shared/texts/reasons.ts';
import type { Translate } from './translate.ts';
import { translateOr } from './translate-or.ts';

/** Catalog key of an error's reason. Rules of a run have one text for errors and for disabled buttons. */
export const reasonKey = (key: string, reason: string): string =>
  key === 'STATE_CONFLICT' && Object.hasOwn(refusals, reason)
    ? `hosting.refusals.${reason}`
    : `reasons.${key}.${reason}`;

/** Why an error happened, by its reason; in the service's English if this catalog is older than the service. */
export const localReasonText = (
  key: ErrorKey | undefined,
  { title, detail, reason, params }: Pick<Problem, 'title' | 'detail' | 'reason' | 'params'>,
  t: Translate,
): string => {
  if (key !== undefined && reason !== undefined && Object.hasOwn(reasons, key)) {
    return translateOr(t, reasonKey(key, reason), detail, params);
  }
  return key !== undefined && detail === title ? translateOr(t, `errors.${key}`, title) : detail;
};

const fieldKey = (reason: string, name: string): string => `components.fieldErrors.${reason}.${name}`;

/**
 * What is wrong with a field, by its reason; in the service's English if this catalog is older than the service.
 * @param name of the form's field, which may have a text of its own: `Choose at least one scope` says more than `at least 1`
 * @param isEmpty whether nothing was entered: then that is what is wrong, whatever the service says of it
 */
export const fieldText = (
  { reason, params, message }: { reason: string; params?: WireParams | undefined; message: string },
  t: Translate,
  name = '',
  isEmpty = false,
): string => {
  const text = translateOr(t, fieldKey(reason, name), translateOr(t, `fields.${reason}`, message, params), params);
  return isEmpty ? translateOr(t, fieldKey('required', name), text) : text;
};

/** Translates a message that a schema gave to a form's field. */
export const schemaText = (message: string, t: Translate, name?: string, isEmpty?: boolean): string => {
  const problem = fieldProblemOf(message);
  // The contract names reasons. Any other message is the text of a screen's own schema.
  if (problem.reason === 'invalid' && message !== reasonMessage('invalid')) return message;
  return fieldText({ ...problem, message: fieldReasonText(problem) }, t, name, isEmpty);
};

/** Why a new password is refused, or undefined; the service checks more. */
export const passwordErrorText = (password: string, t: Translate): string | undefined => {
  const refusal = passwordError(password);
  return (
    refusal && translateOr(t, reasonKey('WEAK_PASSWORD', refusal.reason), errors.WEAK_PASSWORD.title, refusal.params)
  );
};
