import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { type Me, useMe, useTRPC } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { HealthRing } from '../../components/health-ring.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Page, Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { paths, patterns } from '../../paths.ts';
import { GeneralForm } from './general-form.tsx';
import { WorkspaceMembers } from './workspace-members.tsx';
import { deleteDisabledReason, type Workspace } from './workspaces.logic.ts';

export const WorkspaceSettingsPage = () => {
  const { t } = useTranslation();
  const me = useMe();
  const { slug } = useParams({ from: `/shell${patterns.workspaceSettings}` });
  const query = useQuery(useTRPC().workspaces.getWorkspace.queryOptions({ tenant_id: me.tenant_id, slug }));
  return (
    <Page
      title={query.data?.name ?? t('workspaces.settings.title')}
      width="form"
      back={
        <AnchorLink {...paths.workspaces} size="sm">
          {t('workspaces.back')}
        </AnchorLink>
      }
      actions={query.data && <HealthRing score={query.data.health_score} size={56} />}
    >
      <QueryBoundary state={query} subject={t('workspaces.settings.what')} loading={<Skeleton h={240} />}>
        {(workspace) => (
          <Stack gap="lg">
            <GeneralForm key={workspace.workspace_id} me={me} workspace={workspace} />
            <WorkspaceMembers me={me} workspace={workspace} />
            <DangerZone me={me} workspace={workspace} />
          </Stack>
        )}
      </QueryBoundary>
    </Page>
  );
};

const DangerZone = ({ me, workspace }: { me: Me; workspace: Workspace }) => {
  const { t } = useTranslation();
  const [deleting, deletion] = useDisclosure();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const remove = useMutation(trpc.workspaces.deleteWorkspace.mutationOptions());
  return (
    <Section title={t('workspaces.delete.section')}>
      <Group justify="space-between">
        <Text size="sm">{t('workspaces.delete.lead')}</Text>
        <DisabledWithReason reason={deleteDisabledReason(me.role, t)}>
          <Button
            color="red"
            variant="outline"
            leftSection={<IconTrash size={16} aria-hidden />}
            onClick={deletion.open}
          >
            {t('workspaces.delete.action')}
          </Button>
        </DisabledWithReason>
      </Group>
      <ConfirmDialog
        opened={deleting}
        onClose={deletion.close}
        title={t('workspaces.delete.title', { name: workspace.name })}
        consequences={[t('workspaces.delete.access', { count: workspace.member_count }), t('workspaces.delete.final')]}
        action={t('workspaces.delete.action')}
        onConfirm={async () => {
          await remove.mutateAsync({ tenant_id: me.tenant_id, slug: workspace.slug });
          notifyDone(t('workspaces.delete.done', { name: workspace.name }));
          await navigate(paths.workspaces);
          await queryClient.invalidateQueries(trpc.workspaces.listWorkspaces.queryFilter());
        }}
      />
    </Section>
  );
};
