import type { ParseKeys } from 'i18next';
import { passwordLimits } from '#shared/limits.ts';
import type { Translate } from './translate.ts';

/**
 * What the contract's schemas and the service say in English, and where the catalogue has it: they answer other tools
 * too, to which these words belong. A test holds them against the schemas and the service's sources.
 */
const keys: Readonly<Record<string, ParseKeys>> = {
  Required: 'fields.required',
  'Not an e-mail address': 'fields.email',
  'Control characters are not allowed': 'fields.controlCharacters',
  'At least 8 characters': 'fields.passwordTooShort',
  [`Longer than ${passwordLimits.maxBytes} bytes: the rest would not count`]: 'fields.passwordTooLong',
  'A password cannot contain a NUL character': 'fields.passwordNul',
  'A password cannot be your own name or e-mail address': 'fields.passwordOwn',
  'This password is on the list of common ones': 'fields.passwordCommon',
  'Lowercase letters, digits and single hyphens': 'fields.slug',
  'Unknown time zone': 'fields.timezone',
  'A pattern such as MM/DD/YYYY or YYYY-MM-DD': 'fields.dateFormat',
  'A language code such as en or de-AT': 'fields.language',
  'Unknown workspace': 'fields.workspace',
  'Unknown field': 'fields.unknown',
  'Choose at least one': 'fields.chooseOne',
  'Type the word DELETE in capitals': 'fields.confirmation',
  'preferences.default_workspace: Unknown workspace': 'details.defaultWorkspace',
  'Disable your own second factor in your profile, with a code.': 'details.ownSecondFactor',
  'The link was delivered, used or has expired.': 'details.linkUsed',
  'There is no second factor to confirm.': 'details.nothingToConfirm',
  'This member has no second factor.': 'details.memberWithoutSecondFactor',
  'You are the owner already.': 'details.ownerAlready',
  'Your account has a second factor already.': 'details.secondFactorAlready',
  'Your account has no second factor.': 'details.noSecondFactor',
  'This member has another role by now.': 'details.roleChanged',
  'Other members remain: make one of them owner first.': 'details.othersRemain',
  'Members whose deletion is scheduled remain: remove them first, or wait until they are gone.':
    'details.scheduledRemain',
};

/** Every English text that is told in the language of the screen. */
export const serviceTexts = Object.keys(keys);

/** The service's words in the language of the screen; as they are where they hold facts that no catalogue knows. */
export const serviceWords = (text: string, t: Translate): string => {
  const key = keys[text];
  return key === undefined ? text : t(key, { bytes: passwordLimits.maxBytes });
};
