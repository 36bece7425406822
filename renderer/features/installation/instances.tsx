import { Badge, Group, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/data-table.tsx';
import { Section } from '../../components/page.tsx';
import { Timestamp } from '../../components/timestamp.tsx';
import { hasMixedVersions, type Installation } from './installation.logic.ts';

/** The instances of the service that share the database, and whether an upgrade of them is unfinished. */
export const Instances = ({ instances }: { instances: Installation['instances'] }) => {
  const { t } = useTranslation();
  return (
    <Section
      title={t('server.instances.title')}
      lead={t(hasMixedVersions(instances) ? 'server.instances.mixed' : 'server.instances.lead')}
    >
      <DataTable
        label={t('server.instances.title')}
        head={
          <>
            <Table.Th>{t('server.instances.columns.version')}</Table.Th>
            <Table.Th>{t('server.instances.columns.connected')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('server.instances.columns.address')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('server.instances.columns.schema')}</Table.Th>
          </>
        }
      >
        {instances.map(({ version, schema_version, connected_at, address, current }) => (
          <Table.Tr key={`${connected_at} ${address}`}>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                {version ?? t('server.instances.unknown')}
                {current && <Badge size="sm">{t('server.instances.current')}</Badge>}
              </Group>
            </Table.Td>
            <Table.Td>{connected_at === null ? '–' : <Timestamp value={connected_at} />}</Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" c="dimmed">
                {address ?? t('server.instances.local')}
              </Text>
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" c="dimmed">
                {schema_version}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </Section>
  );
};
