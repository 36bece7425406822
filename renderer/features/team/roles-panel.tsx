import { Badge, Group, Stack, Table, Text, VisuallyHidden } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { roles, workspaceRoles } from '#shared/rules/roles.ts';
import type { Me } from '../../api/context.tsx';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/page.tsx';
import { CustomRolesSection } from './custom-roles-section.tsx';
import { type Right, rightsInWorkspace, teamRights } from './roles.logic.ts';

/** The custom roles, and what each other role may do, from the table that the service checks. */
export const RolesPanel = ({ me, onCreate }: { me: Me; onCreate: () => void }) => {
  const { t } = useTranslation();
  return (
    <Stack gap="var(--castellan-gap)">
      <CustomRolesSection me={me} onCreate={onCreate} />
      <Section title={t('team.rights.team.title')} lead={t('team.rights.team.lead')}>
        <DataTable
          label={t('team.rights.team.title')}
          keepsHead
          head={
            <>
              <Table.Th>{t('team.rights.permission')}</Table.Th>
              {roles.map((role) => (
                <Table.Th key={role}>
                  <Group gap={4}>
                    {t(`team.roles.${role}`)}
                    {role === me.role && <Badge size="xs">{t('team.you')}</Badge>}
                  </Group>
                </Table.Th>
              ))}
            </>
          }
        >
          {teamRights.flatMap(({ name: area, rows }) => [
            <Table.Tr key={area}>
              <Table.Th colSpan={roles.length + 1} scope="rowgroup" h={40}>
                <Text size="xs" c="dimmed" fw={600}>
                  {t(`team.rights.areas.${area}`)}
                </Text>
              </Table.Th>
            </Table.Tr>,
            ...rows.map(({ name, rights }) => (
              <Table.Tr key={name}>
                <Table.Td>{t(`team.rights.permissions.${name}`)}</Table.Td>
                {roles.map((role) => (
                  <RightCell key={role} right={rights[role]} />
                ))}
              </Table.Tr>
            )),
          ])}
        </DataTable>
      </Section>
      <Section title={t('team.rights.workspace.title')} lead={t('team.rights.workspace.lead')}>
        <DataTable
          label={t('team.rights.workspace.title')}
          keepsHead
          head={
            <>
              <Table.Th>{t('team.rights.permission')}</Table.Th>
              {workspaceRoles.map((role) => (
                <Table.Th key={role}>{t(`roles.workspace.${role}`)}</Table.Th>
              ))}
            </>
          }
        >
          {rightsInWorkspace.map(({ name, rights }) => (
            <Table.Tr key={name}>
              <Table.Td>{t(`team.rights.inWorkspace.${name}`)}</Table.Td>
              {workspaceRoles.map((role) => (
                <RightCell key={role} right={rights[role]} />
              ))}
            </Table.Tr>
          ))}
        </DataTable>
      </Section>
    </Stack>
  );
};

const RightCell = ({ right }: { right: Right }) => {
  const { t } = useTranslation();
  return (
    <Table.Td>
      {right === 'yes' && <IconCheck size={18} aria-hidden color="var(--mantine-color-anchor)" display="block" />}
      {right === 'no' && (
        <Text span c="dimmed" aria-hidden>
          –
        </Text>
      )}
      {right === 'workspace' ? (
        <Text size="xs" c="dimmed">
          {t('team.rights.ifInWorkspace')}
        </Text>
      ) : (
        <VisuallyHidden>{t(right === 'yes' ? 'team.rights.yes' : 'team.rights.no')}</VisuallyHidden>
      )}
    </Table.Td>
  );
};
