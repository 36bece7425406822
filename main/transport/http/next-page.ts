import { z } from 'zod';
import type { OperationSpec } from '#shared/contract/operation.ts';

/**
 * Finds the path and query of a list's next page (RFC 8288). Undefined on the last page.
 * @param url the path and query of the request, whose fields the operation has accepted
 */
type NextPage = (url: string, output: unknown) => string | undefined;

const listSchema = z.object({ total: z.number() });
const pageSchema = z.object({ limit: z.number(), offset: z.number() });

/**
 * What finds the next pages of an operation's list; undefined if it doesn't answer with one. Called once per operation:
 * validating each answer cost a call of the profile as much time as the operation itself.
 */
export const nextPageOf = ({ input, output }: OperationSpec): NextPage | undefined => {
  const { limit, offset } = input.shape;
  if (!limit || !offset || !(output instanceof z.ZodObject) || !('total' in output.shape)) return undefined;
  const defaults = pageSchema.parse(z.object({ limit, offset }).parse({}));
  return (url, answer) => {
    const { total } = listSchema.parse(answer);
    const [path = '', query = ''] = url.split('?', 2);
    const fields = new URLSearchParams(query);
    const size = Number(fields.get('limit') ?? defaults.limit);
    const next = Number(fields.get('offset') ?? defaults.offset) + size;
    if (next >= total) return undefined;
    fields.set('limit', String(size));
    fields.set('offset', String(next));
    return `${path}?${fields}`;
  };
};
