import { Group, Table, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useDensity } from './preferences.tsx';

export interface DataTableProps {
  /** Accessible name of the table. */
  label: string;
  head: ReactNode;
  /** Whether a phone shows the names of the columns, too: its rows are no cards then. */
  keepsHead?: boolean;
  children: ReactNode;
}

/** Rows of a list. In a narrow window the table scrolls sideways, never the page. */
export const DataTable = ({ label, head, keepsHead, children }: DataTableProps) => {
  const compact = useDensity() === 'compact';
  return (
    <Table.ScrollContainer
      minWidth={0}
      type="native"
      // Position hidden column headers inside the scroll container; relative to the page, they would widen it.
      pos="relative"
      scrollAreaProps={{ viewportProps: { tabIndex: 0, 'aria-label': label, role: 'region' } }}
    >
      <Table
        aria-label={label}
        className="rows"
        data-compact={compact || undefined}
        data-head={keepsHead || undefined}
        verticalSpacing={compact ? 0 : 4}
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
  /** `right` for numbers. */
  align?: 'right';
  children: ReactNode;
}

/** A sortable column header: first ascending, then descending. */
export const SortableTh = <Key extends string>({
  by,
  sort,
  onSort,
  visibleFrom,
  align,
  children,
}: SortableThProps<Key>) => {
  const active = sort.key === by;
  const Icon = active ? (sort.descending ? IconArrowDown : IconArrowUp) : IconArrowsSort;
  return (
    <Table.Th
      aria-sort={active ? (sort.descending ? 'descending' : 'ascending') : 'none'}
      {...(visibleFrom && { visibleFrom })}
      {...(align && { ta: align })}
    >
      <UnstyledButton fw={600} fz="sm" onClick={() => onSort({ key: by, descending: active && !sort.descending })}>
        <Group gap={4} wrap="nowrap" className="sort-head">
          {children}
          <Icon size={14} aria-hidden {...(!active && { 'data-quiet': true })} />
        </Group>
      </UnstyledButton>
    </Table.Th>
  );
};
