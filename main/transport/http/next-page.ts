import { createHash } from 'node:crypto';

/** What chooses a page of a list, rather than the list. */
const ofThePage = ['limit', 'offset', 'cursor'];

/** Tells a list from others and from itself with other filters, by the operation and what was asked of it. */
export const listName = (id: string, { params, query }: { params: unknown; query: unknown }): string => {
  const asked = Object.entries({ ...(query as object), ...(params as object) })
    .filter(([name]) => !ofThePage.includes(name))
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([id, asked]))
    .digest('base64url')
    .slice(0, 12);
};

/**
 * The path and query of a list's next page (RFC 8288).
 * @param url the path and query of the request
 * @param cursor where the page ends that it was answered with
 */
export const nextPageUrl = (url: string, cursor: string): string => {
  const [path = '', query = ''] = url.split('?', 2);
  const fields = new URLSearchParams(query);
  fields.delete('offset');
  fields.set('cursor', cursor);
  return `${path}?${fields}`;
};
