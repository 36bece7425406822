import { Code, Table, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DataTable } from '../../components/data-table.tsx';
import type { Installation } from './installation.logic.ts';

/** Every setting with its value and where it comes from. */
export const Configuration = ({ settings }: { settings: Installation['settings'] }) => {
  const { t } = useTranslation();
  return (
    <div className="surface list-and-lead">
      <Text size="sm" c="dimmed" p="md">
        {t('installation.configuration.lead')}
      </Text>
      <DataTable
        label={t('installation.configuration.table')}
        head={
          <>
            <Table.Th>{t('installation.configuration.columns.setting')}</Table.Th>
            <Table.Th>{t('installation.configuration.columns.value')}</Table.Th>
            <Table.Th visibleFrom="sm">{t('installation.configuration.columns.source')}</Table.Th>
          </>
        }
      >
        {settings.map(({ setting, value, source }) => (
          <Table.Tr key={setting}>
            <Table.Td>
              <Code>{setting}</Code>
            </Table.Td>
            <Table.Td className="break-anywhere">
              {value === null ? (
                <Text size="sm" c="dimmed">
                  {t('installation.configuration.unset')}
                </Text>
              ) : (
                value
              )}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <Text size="sm" c="dimmed" className="break-anywhere">
                {source}
              </Text>
            </Table.Td>
          </Table.Tr>
        ))}
      </DataTable>
    </div>
  );
};
