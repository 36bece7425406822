import { defaultPreferences } from '#shared/contract/preferences.ts';
import { type Holder, may } from '#shared/rules/permissions.ts';
import { paths } from '../../paths.ts';

/** What tells which first steps there are, and which of them are done. */
export interface FirstStepFacts {
  holder: Holder;
  timezone: string;
  members: number;
  owners: number;
  hasSecondFactor: boolean;
  /** Invitations of any status. Undefined if the role can't see them. */
  invitations: number | undefined;
  sendsEmail: boolean;
  /** Whether this user can set the mail server. */
  canSetMailServer: boolean;
  /** Whether this user can make backups. */
  canBackUp: boolean;
  isBackedUp: boolean;
}

/** The first steps that a user can take, and whether each is done. */
export const firstSteps = (facts: FirstStepFacts) => {
  const { holder, members, invitations = 0 } = facts;
  const hasColleagues = members > 1;
  const steps = [
    {
      name: 'team',
      link: paths.invite,
      isOffered: may(holder, 'team.manage'),
      isDone: hasColleagues || invitations > 0,
    },
    { name: 'mailServer', link: paths.mailServer, isOffered: facts.canSetMailServer, isDone: facts.sendsEmail },
    { name: 'secondFactor', link: paths.ownSecondFactor, isOffered: true, isDone: facts.hasSecondFactor },
    {
      name: 'secondOwner',
      link: paths.team,
      // No one to promote yet.
      isOffered: may(holder, 'ownership.transfer') && hasColleagues,
      isDone: facts.owners > 1,
    },
    {
      name: 'backup',
      link: paths.settingsSection('backups'),
      isOffered: facts.canBackUp,
      isDone: facts.isBackedUp,
    },
    {
      name: 'preferences',
      link: paths.preferences,
      isOffered: true,
      isDone: facts.timezone !== defaultPreferences.timezone,
    },
  ] as const;
  return steps.filter(({ isOffered }) => isOffered);
};
