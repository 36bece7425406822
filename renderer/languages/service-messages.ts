import type { ParseKeys } from 'i18next';
import { invoiceImport } from '#shared/hosting.ts';
import { passwordLimits } from '#shared/limits.ts';
import type { Translate } from './translate.ts';

/**
 * Maps English messages of the contract's schemas and the service to their catalog keys. Other API clients see the
 * English text too, so it stays in the service. A test checks this map against the schemas and the service's sources.
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
  'Ids, separated by commas, at most 200': 'fields.ids',
  'A host name or an address, without a port': 'fields.host',
  'From 1 to 65535': 'fields.port',
  'An amount such as 9.99': 'fields.amount',
  'A month such as 2026-01': 'fields.month',
  'A date such as 2026-01-31': 'fields.date',
  'A billing cycle such as monthly': 'fields.billingCycle',
  'Too long': 'fields.tooLong',
  'No such server': 'fields.server',
  'Twice in the file': 'fields.twice',
  'A quotation mark is not closed': 'fields.csvQuotes',
  'The first row must name number, issued_on and total': 'fields.csvNames',
  'There is no row below the names': 'fields.csvEmpty',
  [`More than ${invoiceImport.maxRows} rows`]: 'fields.csvRows',
  'An https address without a query': 'fields.baseUrl',
  'Allow private addresses to use this one': 'fields.privateAddress',
  'This address is never connected to': 'fields.blockedAddress',
  'Letters, digits and signs without blanks': 'fields.apiKey',
  'Another server or user needs its password': 'fields.serverPassword',
  'The mail server is set by an owner of the first team here.': 'details.mailServerElsewhere',
  'Sample data sends no mail: set the server from your own account.': 'details.sampleSendsNoMail',
  'The mail server is set where Castellan is started.': 'details.mailServerAtStart',
  'No mail server is set.': 'details.noMailServer',
  'Set a mail server first.': 'details.setMailServer',
  'Sample data is made on the machine itself, before anybody has an account.': 'details.sampleOnMachine',
  'These are not sample data.': 'details.notSample',
  'preferences.default_workspace: Unknown workspace': 'details.defaultWorkspace',
  'Disable your own second factor in your profile, with a code.': 'details.ownSecondFactor',
  'The link was delivered, used or has expired.': 'details.linkUsed',
  'There is no second factor to confirm.': 'details.nothingToConfirm',
  'This member has no second factor.': 'details.memberWithoutSecondFactor',
  'You are the owner already.': 'details.ownerAlready',
  'Your account has a second factor already.': 'details.secondFactorAlready',
  'Your account has no second factor.': 'details.noSecondFactor',
  'This member has another role by now.': 'details.roleChanged',
  'The deletion of this account is scheduled.': 'details.deletionScheduled',
  'There is no invoice to pay.': 'details.noInvoice',
  'A run is open with the present account: finish, cancel or close it first.': 'details.runWithAccount',
  'Somebody else has changed the settings meanwhile.': 'details.settingsChanged',
  'The run has moved meanwhile: look at it again.': 'details.runMoved',
  'This server has no open run: start one first.': 'details.noOpenRun',
  'The server has this billing cycle already.': 'details.cycleAlready',
  'There is no order to cancel.': 'details.noOrderToCancel',
  'The server has what this plan offers.': 'details.planAlready',
  'Other members remain: make one of them owner first.': 'details.othersRemain',
  'Members whose deletion is scheduled remain: remove them first, or wait until they are gone.':
    'details.scheduledRemain',
};

/** Every English message that the console translates. */
export const serviceMessages = Object.keys(keys);

/** Translates a service message; leaves it as is if it contains values that no catalog can know. */
export const serviceMessage = (text: string, t: Translate): string => {
  const key = keys[text];
  return key === undefined ? text : t(key, { bytes: passwordLimits.maxBytes, rows: invoiceImport.maxRows });
};
