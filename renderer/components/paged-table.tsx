import { DataTable, type DataTableProps } from './data-table.tsx';
import { PagedList, type PagedListProps } from './paged-list.tsx';

interface PagedTableProps<Data extends { total: number }>
  extends PagedListProps<Data>,
    Omit<DataTableProps, 'children'> {}

/** A paged list in a table. Apart from `DataTable`, so that short tables don't load the pager. */
export const PagedTable = <Data extends { total: number }>(props: PagedTableProps<Data>) => {
  const { label, head, children, ...list } = props;
  return (
    <PagedList {...list}>
      {(data) => (
        <DataTable label={label} head={head}>
          {children(data)}
        </DataTable>
      )}
    </PagedList>
  );
};
