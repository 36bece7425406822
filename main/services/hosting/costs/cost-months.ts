import { fromMinor } from '#shared/flows/money.ts';
import type { CostLineRow, CostMonthRow } from '../../../storage/store/hosting/costs.ts';

const compared = ({ estimated, invoiced }: { estimated: number; invoiced: number }) => ({
  estimated: fromMinor(estimated),
  invoiced: fromMinor(invoiced),
  difference: fromMinor(invoiced - estimated),
});

export const presentMonth = (row: CostMonthRow, isFinal: boolean) => ({
  month: row.month,
  ...compared(row),
  is_final: isFinal,
});

export const presentLine = (row: CostLineRow) => ({
  subject: row.subject,
  id: row.subject_id === '' ? null : row.subject_id,
  label: row.label,
  ...compared(row),
  cause: row.cause,
});
