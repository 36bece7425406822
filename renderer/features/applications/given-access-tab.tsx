import { Box, Button, Group, Text } from '@mantine/core';
import { IconApps } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { listApplicationAccess } from '#shared/contract/applications/list-application-access.ts';
import type { OutputOf } from '#shared/contract/operation.ts';
import { useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { Moment } from '../../components/moment.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState, QueryBoundary } from '../../components/query-boundary.tsx';
import { RowList } from '../../components/row-list.tsx';

type Given = OutputOf<typeof listApplicationAccess>['applications'][number];

/** The applications that someone let know who they are, and how to end that. */
export const GivenAccessTab = () => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const query = useQuery(trpc.applications.listApplicationAccess.queryOptions());
  const [revoked, setRevoked] = useState<Given>();
  return (
    <Section title={t('applications.given.title')} lead={t('applications.given.lead')}>
      <QueryBoundary state={query} subject={t('applications.given.what')}>
        {({ applications }) =>
          applications.length === 0 ? (
            <EmptyState icon={<IconApps />} title={t('applications.given.none.title')}>
              {t('applications.given.none.text')}
            </EmptyState>
          ) : (
            <RowList label={t('applications.given.title')}>
              {applications.map((given) => (
                <Row key={given.application_id} given={given} onRevoke={() => setRevoked(given)} />
              ))}
            </RowList>
          )
        }
      </QueryBoundary>
      <ConfirmDialog
        opened={revoked !== undefined}
        onClose={() => setRevoked(undefined)}
        title={t('applications.given.revoke.title', { name: revoked?.name })}
        consequences={[t('applications.given.revoke.ends'), t('applications.given.revoke.again')]}
        action={t('applications.given.revoke.action')}
        onConfirm={async () => {
          if (!revoked) return;
          await client.applications.revokeApplicationAccess.mutate({ application_id: revoked.application_id });
          notifyDone(t('applications.given.revoke.done'));
          await queryClient.invalidateQueries(trpc.applications.pathFilter());
        }}
      />
    </Section>
  );
};

const Row = ({
  given: { name, description, granted_at, last_used_at },
  onRevoke,
}: {
  given: Given;
  onRevoke: () => void;
}) => {
  const { t } = useTranslation();
  return (
    <Box component="li" className="list-row">
      <div style={{ flex: '1 1 200px' }} className="break-anywhere">
        <Text size="sm" fw={600}>
          {name}
        </Text>
        {description !== '' && (
          <Text size="xs" c="dimmed">
            {description}
          </Text>
        )}
      </div>
      <Moment label={t('applications.given.since')} value={granted_at} show="date" />
      <Moment label={t('applications.given.lastUsed')} value={last_used_at} />
      <Group>
        <Button variant="default" size="xs" aria-label={t('applications.given.revoke.of', { name })} onClick={onRevoke}>
          {t('applications.given.revoke.open')}
        </Button>
      </Group>
    </Box>
  );
};
