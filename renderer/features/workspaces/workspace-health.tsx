import { Button, Group, NumberInput, Stack, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { updateWorkspace } from '#shared/contract/workspaces/update-workspace.ts';
import { healthScore } from '#shared/rules/limits.ts';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { DisabledWithReason } from '../../components/disabled-with-reason.tsx';
import { FormDialog } from '../../components/form-dialog.tsx';
import { HealthRing } from '../../components/health-ring.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { usePagedQuery } from '../../components/paged-list.tsx';
import { PagedTable } from '../../components/paged-table.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { richText } from '../../languages/rich-text.tsx';
import { paths } from '../../paths.ts';
import { HealthChart } from './health-chart.tsx';
import { changeText, type HealthChange, healthDisabledReason, type Workspace } from './workspaces.logic.ts';

const pageSize = 10;

/** The health score of a workspace: who set it and when, how to change it, and every score before. */
export const WorkspaceHealth = ({ me, workspace }: { me: Me; workspace: Workspace }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const [page, setPage] = useState(1);
  const [changing, change] = useDisclosure();
  const { tenant_id } = me;
  const { slug } = workspace;
  const list = usePagedQuery(
    (slice) => trpc.workspaces.listWorkspaceHealth.queryOptions({ tenant_id, slug, ...slice }),
    {
      page,
      onPage: setPage,
      pageSize,
    },
  );
  return (
    <Section
      title={t('workspaces.health.title')}
      actions={
        <DisabledWithReason reason={healthDisabledReason(me, workspace, t)}>
          <Button variant="default" size="xs" onClick={change.open}>
            {t('workspaces.health.change')}
          </Button>
        </DisabledWithReason>
      }
    >
      <Stack gap="md">
        <Group wrap="nowrap" gap="md">
          <HealthRing score={workspace.health_score} />
          <Text size="sm" className="break-anywhere">
            <HealthOrigin workspace={workspace} />
          </Text>
        </Group>
        {list.data && page === 1 && list.data.total > 1 && <HealthChart changes={list.data.changes} />}
        <PagedTable
          list={list}
          subject={t('workspaces.health.what')}
          counted={(count) => t('workspaces.health.counted', { count })}
          empty={
            <Text size="sm" c="dimmed">
              {t('workspaces.health.none')}
            </Text>
          }
          hidesSinglePage
          label={t('workspaces.health.table')}
          head={
            <>
              <Table.Th>{t('workspaces.health.score')}</Table.Th>
              <Table.Th>{t('workspaces.health.who')}</Table.Th>
              <Table.Th>{t('workspaces.health.when')}</Table.Th>
            </>
          }
        >
          {({ changes }) =>
            changes.map((entry, index) => (
              <ChangeRow
                key={entry.sequence}
                entry={entry}
                before={changes[index + 1]}
                isInitial={entry.at === workspace.created_at}
              />
            ))
          }
        </PagedTable>
      </Stack>
      <HealthDialog me={me} workspace={workspace} opened={changing} onClose={change.close} />
    </Section>
  );
};

const HealthOrigin = ({ workspace: { health_set_at, health_set_by, created_at } }: { workspace: Workspace }) => {
  const { t } = useTranslation();
  if (health_set_at === null) return t('workspaces.health.unknown');
  // Each workspace begins with a score that nobody has set.
  if (health_set_at === created_at) return t('workspaces.health.initial');
  return richText(
    {
      name: health_set_by ? (
        <AnchorLink {...paths.member(health_set_by.user_id)} underline="always">
          {health_set_by.name}
        </AnchorLink>
      ) : (
        t('audit.erased')
      ),
      when: <Timestamp value={health_set_at} />,
    },
    (marks) => t('workspaces.health.setBy', marks),
  );
};

interface ChangeRowProps {
  entry: HealthChange;
  before: HealthChange | undefined;
  isInitial: boolean;
}

const ChangeRow = ({ entry, before, isInitial }: ChangeRowProps) => {
  const { t } = useTranslation();
  return (
    <Table.Tr>
      <Table.Td style={{ fontVariantNumeric: 'tabular-nums' }}>
        {entry.score}{' '}
        {before && (
          <Text component="span" size="xs" c="dimmed">
            {changeText(before.score, entry.score)}
          </Text>
        )}
      </Table.Td>
      <Table.Td>
        {isInitial ? (
          t('workspaces.health.created')
        ) : entry.set_by ? (
          <AnchorLink {...paths.member(entry.set_by.user_id)} size="sm" className="break-anywhere">
            {entry.set_by.name}
          </AnchorLink>
        ) : (
          t('audit.erased')
        )}
      </Table.Td>
      <Table.Td>
        <Timestamp value={entry.at} />
      </Table.Td>
    </Table.Tr>
  );
};

interface HealthDialogProps {
  me: Me;
  workspace: Workspace;
  opened: boolean;
  onClose: () => void;
}

const HealthDialog = ({ me: { tenant_id }, workspace, opened, onClose }: HealthDialogProps) => {
  const { t } = useTranslation();
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const { slug, name, health_score } = workspace;
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={t('workspaces.health.dialog', { name })}
      action={t('workspaces.health.save')}
      operation={{
        schema: updateWorkspace.input.pick({ health_score: true }).required(),
        stored: { health_score },
        recordedAs: { entries: [{ action: 'updateWorkspace', target: workspace.workspace_id }] },
        submit: async (values) => {
          await client.workspaces.updateWorkspace.mutate({ tenant_id, slug, ...values });
          await queryClient.invalidateQueries(trpc.workspaces.pathFilter());
          notifyDone(t('workspaces.health.saved'));
          onClose();
        },
      }}
    >
      {(form) => (
        <NumberInput
          label={t('workspaces.settings.health')}
          description={t('workspaces.settings.healthHint', healthScore)}
          min={healthScore.min}
          max={healthScore.max}
          allowDecimal={false}
          data-autofocus
          {...form.getInputProps('health_score')}
        />
      )}
    </FormDialog>
  );
};
