import { Button, Table, VisuallyHidden } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconKey, IconRotate } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC, useTRPCClient } from '../../api/context.tsx';
import { ConfirmDialog } from '../../components/confirm-dialog.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Expiry } from '../../components/expiry.tsx';
import { notifyDone } from '../../components/notify.tsx';
import { Section } from '../../components/page.tsx';
import { EmptyState } from '../../components/query-boundary.tsx';
import { RemoveButton } from '../../components/remove-button.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import type { Application } from './applications.logic.ts';
import { RollApplicationSecretDialog } from './roll-secret-dialog.tsx';

/** The secrets by which a web application proves who it is. */
export const ApplicationSecrets = ({ me, application }: { me: Me; application: Application }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queryClient = useQueryClient();
  const [rolling, roll] = useDisclosure();
  const [removed, setRemoved] = useState<string>();
  const { name, secrets } = application;
  return (
    <Section
      id="secrets"
      title={t('applications.secrets.title')}
      lead={t('applications.secrets.lead')}
      actions={
        <Button variant="default" leftSection={<IconRotate size={16} aria-hidden />} onClick={roll.open}>
          {t('applications.secrets.roll.action')}
        </Button>
      }
    >
      {secrets.length === 0 ? (
        <EmptyState icon={<IconKey />} title={t('applications.secrets.none.title')}>
          {t('applications.secrets.none.text')}
        </EmptyState>
      ) : (
        <DataTable
          label={t('applications.secrets.table', { name })}
          keepsHead
          head={
            <>
              <Table.Th w="50%">{t('applications.secrets.created')}</Table.Th>
              <Table.Th>{t('applications.secrets.expires')}</Table.Th>
              <Table.Th w={1}>
                <VisuallyHidden>{t('common.actions')}</VisuallyHidden>
              </Table.Th>
            </>
          }
        >
          {secrets.map(({ secret_id, created_at, expires_at }) => (
            <Table.Tr key={secret_id}>
              <Table.Td>
                <Timestamp value={created_at} />
              </Table.Td>
              <Table.Td>
                <Expiry expires_at={expires_at} />
              </Table.Td>
              <Table.Td>
                <RemoveButton
                  label={t('applications.secrets.remove.of', { created: created_at.slice(0, 10) })}
                  onClick={() => setRemoved(secret_id)}
                />
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
      <RollApplicationSecretDialog me={me} application={application} opened={rolling} onClose={roll.close} />
      <ConfirmDialog
        opened={removed !== undefined}
        onClose={() => setRemoved(undefined)}
        title={t('applications.secrets.remove.title')}
        consequences={[
          t('applications.secrets.remove.rejected'),
          ...(secrets.length === 1 ? [t('applications.secrets.remove.last')] : []),
        ]}
        action={t('applications.secrets.remove.action')}
        onConfirm={async () => {
          if (removed === undefined) return;
          const { application_id } = application;
          const of = { tenant_id: me.tenant_id, application_id };
          await client.applications.removeApplicationSecret.mutate({ ...of, secret_id: removed });
          notifyDone(t('applications.secrets.remove.done'));
          await queryClient.invalidateQueries(trpc.applications.pathFilter());
        }}
      />
    </Section>
  );
};
