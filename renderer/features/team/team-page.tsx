import { Button } from '@mantine/core';
import { IconUserPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { useMe } from '../../api/context.tsx';
import { Page } from '../../components/page.tsx';
import { SearchParamTabs } from '../../components/search-param-tabs.tsx';
import { paths } from '../../paths.ts';
import type { TeamSearch } from '../../search-params.ts';
import { AccessReviewPanel } from './access-review-panel.tsx';
import { CreateCustomRoleDialog } from './custom-role-dialogs.tsx';
import { CreateGroupDialog } from './group-dialogs.tsx';
import { GroupsPanel } from './groups-panel.tsx';
import { InvitationsPanel } from './invitations-panel.tsx';
import { InviteDialog } from './invite-dialog.tsx';
import { MembersPanel } from './members-panel.tsx';
import { RolesPanel } from './roles-panel.tsx';
import { useTeamSearch } from './use-team.ts';
import { useTeamCounts } from './use-team-counts.ts';

export const TeamPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { search, change } = useTeamSearch();
  const { tab = 'members', page } = search;
  const seesInvitations = may(me, 'team.manage');
  const managesGroups = may(me, 'groups.manage');
  const managesRoles = may(me, 'roles.manage');
  const counts = useTeamCounts(me);
  const reviews = may(me, 'audit.read');
  const openDialog = (dialog: TeamSearch['dialog']) => change({ dialog, page });
  const titles = {
    members: undefined,
    roles: undefined,
    invitations: t('team.tabs.invitations'),
    groups: t('team.tabs.groups'),
    access: t('team.tabs.access'),
  };
  const hidden = {
    members: false,
    invitations: !seesInvitations,
    groups: !managesGroups,
    roles: false,
    access: !reviews,
  };
  const isShown = !hidden[tab];
  const invite = () => openDialog('invite');

  return (
    <Page
      title={t('team.title')}
      tab={isShown ? titles[tab] : undefined}
      actions={
        seesInvitations && (
          <Button leftSection={<IconUserPlus size={18} aria-hidden />} onClick={invite}>
            {t('team.invite')}
          </Button>
        )
      }
    >
      <SearchParamTabs
        open={isShown ? tab : 'members'}
        linkTo={(name) => ({ ...paths.team, search: name === 'members' ? {} : { tab: name } })}
        tabs={[
          { name: 'members', label: t('team.tabs.members'), count: counts.members, panel: <MembersPanel me={me} /> },
          ...(seesInvitations
            ? [
                {
                  name: 'invitations' as const,
                  label: t('team.tabs.invitations'),
                  count: counts.invitations,
                  panel: <InvitationsPanel me={me} onInvite={invite} />,
                },
              ]
            : []),
          ...(managesGroups
            ? [
                {
                  name: 'groups' as const,
                  label: t('team.tabs.groups'),
                  count: counts.groups,
                  panel: <GroupsPanel me={me} onCreate={() => openDialog('group')} />,
                },
              ]
            : []),
          {
            name: 'roles',
            label: t('team.tabs.roles'),
            panel: <RolesPanel me={me} onCreate={() => openDialog('role')} />,
          },
          ...(reviews
            ? [{ name: 'access' as const, label: t('team.tabs.access'), panel: <AccessReviewPanel me={me} /> }]
            : []),
        ]}
      />
      <InviteDialog
        me={me}
        opened={search.dialog === 'invite' && seesInvitations}
        onClose={() => openDialog(undefined)}
      />
      <CreateGroupDialog
        me={me}
        opened={search.dialog === 'group' && managesGroups}
        onClose={() => openDialog(undefined)}
      />
      <CreateCustomRoleDialog
        me={me}
        opened={search.dialog === 'role' && managesRoles}
        onClose={() => openDialog(undefined)}
      />
    </Page>
  );
};
