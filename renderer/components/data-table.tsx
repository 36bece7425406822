import { Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDensity } from './density.tsx';

interface DataTableProps {
  /** Names the table for assistive technology. */
  label: string;
  head: ReactNode;
  children: ReactNode;
}

/** Rows of a list; a narrow window scrolls the table sideways, never the page. */
export const DataTable = ({ label, head, children }: DataTableProps) => {
  const compact = useDensity() === 'compact';
  return (
    <Table.ScrollContainer
      minWidth={0}
      type="native"
      // A hidden head of a column lies inside what scrolls: placed by the page, it would widen the page.
      pos="relative"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label, role: 'region' } }}
    >
      <Table
        aria-label={label}
        verticalSpacing={compact ? 4 : 'sm'}
        horizontalSpacing="var(--castellan-cell)"
        borderColor="var(--castellan-line)"
      >
        <Table.Thead>
          <Table.Tr>{head}</Table.Tr>
        </Table.Thead>
        <Table.Tbody>{children}</Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
};

export interface SortState<Key extends string> {
  key: Key;
  descending: boolean;
}

interface SortableThProps<Key extends string> {
  by: Key;
  sort: SortState<Key>;
  onSort: (sort: SortState<Key>) => void;
  visibleFrom?: 'sm' | 'md';
  children: ReactNode;
}

/** A column's head that sorts by it: once ascending, again descending. */
export const SortableTh = <Key extends string>({ by, sort, onSort, visibleFrom, children }: SortableThProps<Key>) => {
  const active = sort.key === by;
  const Icon = active ? (sort.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <Table.Th
      aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      {...(visibleFrom && { visibleFrom })}
    >
      <UnstyledButton fw={600} fz="sm" onClick={() => onSort({ key: by, descending: active && !sort.descending })}>
        <Group gap={4} wrap="nowrap">
          {children}
          <Icon size={14} aria-hidden />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
};
