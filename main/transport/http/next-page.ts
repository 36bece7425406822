import { z } from 'zod';
import type { OperationSpec } from '#shared/contract/operation.ts';

const pageSchema = z.object({ limit: z.coerce.number(), offset: z.coerce.number() });
const listSchema = z.object({ total: z.number() });

/**
 * Path and query of a list's next page (RFC 8288); undefined on the last page and for anything but a list.
 * @param url the path and query of the request, whose fields the operation has accepted
 */
export const nextPage = ({ input }: OperationSpec, url: string, output: unknown): string | undefined => {
  const list = listSchema.safeParse(output);
  if (!list.success || !('limit' in input.shape) || !('offset' in input.shape)) return undefined;
  const [path = '', query = ''] = url.split('?', 2);
  const fields = new URLSearchParams(query);
  const { limit, offset } = pageSchema.parse({
    limit: fields.get('limit') ?? z.object({ limit: input.shape.limit as z.ZodType }).parse({}).limit,
    offset: fields.get('offset') ?? 0,
  });
  if (offset + limit >= list.data.total) return undefined;
  fields.set('limit', String(limit));
  fields.set('offset', String(offset + limit));
  return `${path}?${fields}`;
};
