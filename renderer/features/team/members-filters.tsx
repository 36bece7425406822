import { Button, Group, NativeSelect } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { memberStatuses } from '#shared/contract/resources.ts';
import { roles } from '#shared/roles.ts';
import { SearchInput } from '../../components/search-input.tsx';
import { choiceParam } from '../../search-params.ts';
import { type MembersQuery, useAllMembers, useExportMembers } from './use-export-members.ts';
import { useTeamSearch } from './use-team-search.ts';

/** A word, a role and a status, and the list that they leave as a file. */
export const MembersFilters = ({ asked }: { asked: MembersQuery }) => {
  const { t } = useTranslation();
  const { search, change } = useTeamSearch();
  const readAll = useAllMembers();
  const download = useExportMembers();
  return (
    <Group p="md" gap="sm" role="search">
      <SearchInput label={t('team.members.search')} value={search.q ?? ''} onSearch={(text) => change({ q: text })} />
      <NativeSelect
        aria-label={t('team.members.filterRole')}
        value={search.role ?? ''}
        data={[
          { value: '', label: t('team.members.everyRole') },
          ...roles.map((value) => ({ value, label: t(`team.roles.${value}`) })),
        ]}
        onChange={(event) => change({ role: choiceParam(event.currentTarget.value, roles) })}
      />
      <NativeSelect
        aria-label={t('team.members.filterStatus')}
        value={search.status ?? ''}
        data={[
          { value: '', label: t('team.members.present') },
          ...memberStatuses.map((value) => ({ value, label: t(`team.statuses.${value}`) })),
        ]}
        onChange={(event) => change({ status: choiceParam(event.currentTarget.value, memberStatuses) })}
      />
      <Button
        variant="default"
        ml={{ sm: 'auto' }}
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        onClick={() => download.mutate(() => readAll(asked))}
      >
        {t('team.export.action')}
      </Button>
    </Group>
  );
};
