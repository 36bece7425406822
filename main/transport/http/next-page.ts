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
