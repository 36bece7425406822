import type { getGroup } from '#shared/contract/groups/get-group.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import type { Translate } from '../../languages/translate.ts';

export type OpenedApplications = OutputOf<typeof getGroup>['applications'];

/** Applications that are named; the rest is counted. */
const mostNamed = 5;

/** Which applications close for people with the deletion of a group or a custom role. */
export const applicationConsequences = (applications: OpenedApplications, t: Translate): string[] => {
  const more = applications.length - mostNamed;
  return [
    ...applications.slice(0, mostNamed).map(({ name }) => t('team.openedApplications.lost', { name })),
    ...(more > 0 ? [t('team.openedApplications.more', { count: more })] : []),
  ];
};
