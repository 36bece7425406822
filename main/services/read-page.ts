import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { readCursor, writeCursor } from '../platform/cursor.ts';
import { ForeignPageEnd, type Listed, type Page, type PageEnd } from '../storage/store/paging.ts';
import type { Client } from './handler.ts';

/** What callers send of a page. */
interface AskedPage {
  limit: number;
  offset: number;
  cursor?: string | undefined;
}

const foreignCursor = (): AppError =>
  new AppError('VALIDATION_FAILED', { errors: [fieldError('cursor', { reason: 'cursor' }, 'custom')] });

/** @throws AppError VALIDATION_FAILED */
const endOf = (cursor: string, { list }: Client): PageEnd => {
  const [name, order, ...keys] = readCursor(cursor) ?? [];
  if (typeof order !== 'string' || name !== list?.name()) throw foreignCursor();
  return { order, keys };
};

/**
 * Reads the page of a list that was asked for, and tells the caller where the next one begins (DECISION 0308).
 * @throws AppError VALIDATION_FAILED for a cursor of another list, filter or order
 */
export const readPage = async <Row>(
  { limit, offset, cursor }: AskedPage,
  client: Client,
  read: (page: Page) => Promise<Listed<Row>>,
): Promise<Row[]> => {
  const after = cursor === undefined ? undefined : endOf(cursor, client);
  try {
    const { rows, end } = await read({ limit, offset, after });
    if (end) client.list?.nextPage(writeCursor([client.list.name(), end.order, ...end.keys]));
    return rows;
  } catch (error) {
    throw error instanceof ForeignPageEnd ? foreignCursor() : error;
  }
};
