import { ConnectionError, somethingElse } from './errors.ts';

/** The object that an answer with status 2xx has. @throws ConnectionError if Castellan hasn't answered that */
export const answerOf = (response: Response, text: unknown): object => {
  try {
    const answer: unknown = JSON.parse(String(text));
    if (typeof answer === 'object' && answer !== null) return answer;
  } catch {
    // Such as a page, or the half of an answer.
  }
  throw somethingElse(response.status);
};

/** The rows of a page. @throws ConnectionError if it has none: another version, or something else has answered */
export const rowsOf = (page: unknown, field: string): readonly unknown[] => {
  const rows = (page as Readonly<Record<string, unknown>>)[field];
  if (Array.isArray(rows)) return rows;
  throw new ConnectionError(`The response has no ${field}. The server may run another version of Castellan`);
};
