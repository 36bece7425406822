import { Button, Skeleton } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { may } from '#shared/rules/permissions.ts';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { Missing } from '../../components/missing.tsx';
import { DeleteItem, MoreMenu } from '../../components/more-menu.tsx';
import { Page, Section } from '../../components/page.tsx';
import { presentIn, QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths, patterns } from '../../paths.ts';
import { DeleteGroupDialog, EditGroupDialog, type TeamGroup } from './group-dialogs.tsx';
import { GroupMembers } from './group-members.tsx';
import { GroupWorkspaces } from './group-workspaces.tsx';
import { HeldCustomRoles } from './held-custom-roles.tsx';
import { OpenedApplications } from './opened-applications.tsx';

/** What a group opens, and to whom. */
export const GroupPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { groupId } = useParams({ from: `/shell${patterns.group}` });
  const query = useQuery(useTRPC().groups.getGroup.queryOptions({ tenant_id: me.tenant_id, group_id: groupId }));
  const group = presentIn(query);
  return (
    <Page
      title={group?.name ?? t('team.groups.dialog.label')}
      lead={group?.description}
      actions={group && <Actions me={me} group={group} />}
      back={
        <AnchorLink {...paths.groups} size="sm">
          {t('team.groups.back')}
        </AnchorLink>
      }
    >
      <QueryBoundary
        state={query}
        subject={t('team.groups.whatOne')}
        loading={<Skeleton h={240} />}
        missing={
          <Missing
            icon={<IconUsersGroup />}
            title={t('team.groups.missing.title')}
            list={paths.groups}
            back={t('team.groups.missing.back')}
          />
        }
      >
        {(group) => (
          <>
            <GroupWorkspaces me={me} group={group} />
            {may(me, 'roles.manage') && (
              <Section id="custom-roles" title={t('team.customRoles.title')} lead={t('team.customRoles.held.group')}>
                <HeldCustomRoles me={me} holder={{ id: group.group_id, name: group.name }} />
              </Section>
            )}
            {group.applications.length > 0 && (
              <Section title={t('team.openedApplications.title')} lead={t('team.openedApplications.lead')}>
                <OpenedApplications me={me} applications={group.applications} />
              </Section>
            )}
            <GroupMembers me={me} group={group} />
          </>
        )}
      </QueryBoundary>
    </Page>
  );
};

const Actions = ({ me, group }: { me: Me; group: TeamGroup }) => {
  const { t } = useTranslation();
  const [editing, edit] = useDisclosure();
  const [deleting, remove] = useDisclosure();
  return (
    <>
      <Button variant="default" onClick={edit.open}>
        {t('team.groups.edit.open')}
      </Button>
      <MoreMenu isOfPage name={group.name}>
        <DeleteItem onClick={remove.open}>{t('team.groups.delete.action')}</DeleteItem>
      </MoreMenu>
      <EditGroupDialog me={me} group={group} opened={editing} onClose={edit.close} />
      <DeleteGroupDialog me={me} group={group} opened={deleting} onClose={remove.close} />
    </>
  );
};
