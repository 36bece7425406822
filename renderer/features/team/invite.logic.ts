import type { OutputOf } from '#shared/contract/operation.ts';
import type { inviteMembers } from '#shared/contract/team/invite-members.ts';
import { toCsv } from '#shared/text-input/csv.ts';
import type { Translate } from '../../languages/translate.ts';
import { isAddress } from './address-list.logic.ts';
import { outcomeReason } from './bulk.logic.ts';

export type InvitationOutcome = OutputOf<typeof inviteMembers>['results'][number];

/** Limit of addresses per dialog; a longer list is probably the wrong file. */
export const mostAddresses = 2_000;
/** Limit of an address file, in bytes. */
export const largestFile = 1_048_576;

/** Why a list can't be submitted; undefined if it can. One valid address is enough: the service reports the others. */
export const addressesError = (addresses: readonly string[], t: Translate): string | undefined => {
  if (addresses.length === 0) return t('team.inviteForm.required');
  if (addresses.length > mostAddresses) return t('team.inviteForm.tooMany', { count: mostAddresses });
  return addresses.some(isAddress)
    ? undefined
    : t('team.inviteForm.noAddress', { text: addresses.slice(0, 5).join(', ') });
};

/** The results as a CSV table. */
export const resultsCsv = (results: readonly InvitationOutcome[], t: Translate): string =>
  toCsv([
    ['email', 'invited', 'reason'],
    ...results.map((result) => [result.email, result.ok, result.ok ? '' : outcomeReason(result, t)]),
  ]);
