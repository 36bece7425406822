import { Button, Group } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SearchInput } from './search-input.tsx';

interface ListFiltersProps {
  /** Accessible name of the text field. */
  label: string;
  q: string | undefined;
  onSearch: (text: string) => void;
  /** Number of filters that are set, without the text. */
  set: number;
  /** Whether all of it stays on one line of a desktop, where the filters shrink to fit. */
  oneLine?: boolean;
  /** The filters, and what else can be done with the list. */
  children: ReactNode;
}

/** The line above a list: search, and filters, which a phone shows only when asked. */
export const ListFilters = ({ label, q, onSearch, set, oneLine = false, children }: ListFiltersProps) => {
  const { t } = useTranslation();
  const [opened, { toggle }] = useDisclosure();
  return (
    <Group
      className="list-filters"
      role="search"
      data-opened={opened || undefined}
      data-one-line={oneLine || undefined}
    >
      <Group gap="sm" wrap="nowrap" className="list-search">
        <SearchInput label={label} value={q ?? ''} onSearch={onSearch} />
        <Button
          variant="default"
          hiddenFrom="xs"
          aria-expanded={opened}
          leftSection={<IconAdjustmentsHorizontal size={16} aria-hidden />}
          onClick={toggle}
        >
          {set > 0 ? t('components.filters.set', { count: set }) : t('components.filters.label')}
        </Button>
      </Group>
      <Group gap="sm" className="list-more">
        {children}
      </Group>
    </Group>
  );
};
