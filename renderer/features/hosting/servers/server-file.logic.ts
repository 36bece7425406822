import { amountCell, toCsv } from '#shared/text-input/csv.ts';
import type { Server } from './servers.logic.ts';

const columns = ['serviceid', 'label', 'status', 'product_name', 'main_ip', 'billingcycle', 'managed'] as const;

/** Servers and their costs as a CSV table, with the contract's names so that other tools can read it too. */
export const serversCsv = (servers: readonly Server[], currency: string): string =>
  toCsv([
    [...columns, 'approximate_cost', 'cost_source', 'currency', 'tags'],
    ...servers.map((server) => [
      ...columns.map((column) => server[column]),
      amountCell(server.approximate_cost),
      server.cost_source,
      currency,
      server.tags.join(' '),
    ]),
  ]);
