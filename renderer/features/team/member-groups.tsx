import { Button, Table, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { type Me, useTRPC } from '../../api/context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/page.tsx';
import { QueryBoundary } from '../../components/query-boundary.tsx';
import { AnchorLink } from '../../components/router-link.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { paths } from '../../paths.ts';
import { AddToGroupDialog } from './add-to-group-dialog.tsx';
import type { Member } from './team.logic.ts';

/** The groups of a member, since when, and who added them. */
export const MemberGroups = ({ me, member }: { me: Me; member: Member }) => {
  const { t } = useTranslation();
  const trpc = useTRPC();
  const target = { tenant_id: me.tenant_id, user_id: member.user_id };
  const query = useQuery(trpc.groups.listMemberGroups.queryOptions(target));
  const [adding, dialog] = useDisclosure();
  return (
    <Section
      title={t('team.groups.of.title')}
      actions={
        member.status !== 'removed' && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconUsersPlus size={16} aria-hidden />}
            onClick={dialog.open}
          >
            {t('team.groups.dialog.action')}
          </Button>
        )
      }
    >
      <QueryBoundary state={query} subject={t('team.groups.of.what')}>
        {({ groups }) =>
          groups.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('team.groups.of.none')}
            </Text>
          ) : (
            <DataTable
              label={t('team.groups.of.table', { name: member.name })}
              head={
                <>
                  <Table.Th w="50%">{t('team.groups.of.group')}</Table.Th>
                  <Table.Th>{t('team.groups.of.added')}</Table.Th>
                </>
              }
            >
              {groups.map(({ group_id, name, added_at, added_by }) => (
                <Table.Tr key={group_id}>
                  <Table.Td>
                    <AnchorLink {...paths.group(group_id)} size="sm" fw={600} className="break-anywhere">
                      {name}
                    </AnchorLink>
                  </Table.Td>
                  <Table.Td>
                    <Text size="sm" c="dimmed">
                      {added_by?.name ?? t('audit.erased')} · <Timestamp value={added_at} />
                    </Text>
                  </Table.Td>
                </Table.Tr>
              ))}
            </DataTable>
          )
        }
      </QueryBoundary>
      <AddToGroupDialog me={me} members={[member]} opened={adding} onClose={dialog.close} />
    </Section>
  );
};
