import type { Policy } from './remotes/policy.logic.ts';
import type { Texts } from './texts.ts';

/** What the app found at its start that isn't as the person, or an administrator, has set it. */
export interface StartProblems {
  /** The copy of settings of which some can't be read. */
  damagedSettings: string | undefined;
  /** The copy of the chosen backups, if some of them can't be read. */
  damagedBackups: string | undefined;
  policyFile: string;
  policy: Pick<Policy, 'problems'>;
  /** The folder that can't be written, if the profile is in a temporary one. */
  lostProfile: string | undefined;
}

/** A notification for each problem. None of them keeps the app from starting. */
export const startProblemNotices = (
  { damagedSettings, damagedBackups, policyFile, policy, lostProfile }: StartProblems,
  texts: Texts,
): { title: string; body: string }[] => [
  ...(lostProfile === undefined ? [] : [{ title: texts.profileLost, body: texts.profileLostDetail(lostProfile) }]),
  ...(damagedSettings === undefined
    ? []
    : [{ title: texts.settingsDamaged, body: texts.settingsDamagedDetail(damagedSettings) }]),
  ...(damagedBackups === undefined
    ? []
    : [{ title: texts.backupsDamaged, body: texts.backupsDamagedDetail(damagedBackups) }]),
  ...(policy.problems.length === 0
    ? []
    : [{ title: texts.policyDamaged, body: texts.policyDamagedDetail(policyFile, policy.problems.join(', ')) }]),
];
