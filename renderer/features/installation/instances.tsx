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
      title={t('installation.instances.title')}
      lead={t(hasMixedVersions(instances) ? 'installation.instances.mixed' : 'installation.instances.lead')}
    >
      <DataTable
        label={t('installation.instances.title')}
        head={
          <>
            <Table.Th>{t('installation.instances.columns.version')}</Table.Th>
            <Table.Th>{t('installation.instances.columns.connected')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('installation.instances.columns.address')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('installation.instances.columns.schema')}</Table.Th>
          </>
        }
      >
        {instances.map(({ version, schema_version, connected_at, address, current }) => (
          <Table.Tr key={`${connected_at} ${address}`}>
            <Table.Td>
              <Group gap="xs" wrap="nowrap">
                {version ?? t('installation.instances.unknown')}
                {current && <Badge size="sm">{t('installation.instances.current')}</Badge>}
              </Group>
            </Table.Td>
            <Table.Td>{connected_at === null ? '–' : <Timestamp value={connected_at} />}</Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" c="dimmed">
                {address ?? t('installation.instances.local')}
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
