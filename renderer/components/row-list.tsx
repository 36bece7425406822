import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Pager, type PagerProps } from './pager.tsx';

interface RowListProps {
  label: string;
  /** Items with the class `list-row`. */
  children: ReactNode;
  /** Set if the rows are one page of several; shows the pager if there are other pages. */
  pager?: PagerProps;
}

/** Rows stacked as a list. */
export const RowList = ({ label, children, pager }: RowListProps) => (
  <>
    <Stack component="ul" gap={0} p={0} m={0} style={{ listStyle: 'none' }} aria-label={label}>
      {children}
    </Stack>
    {pager && pager.total > pager.pageSize && <Pager {...pager} isFlush />}
  </>
);
