/** JSON of an answer. Its fields are unknown until a statement looks at them. */
export type Fields = Record<string, unknown>;

/** An answer as received. `body` is empty if it is not a JSON object. */
export interface Answer {
  status: number;
  body: Fields;
  text: string;
  isJson: boolean;
}

export interface RequestOptions {
  token?: string | undefined;
  body?: Fields | undefined;
}

/** Sends a request below the base URL. */
export type Send = (method: string, path: string, options?: RequestOptions) => Promise<Answer>;

const objectOf = (text: string): Fields | undefined => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? (value as Fields) : undefined;
  } catch {
    return undefined;
  }
};

export const createSend =
  (baseUrl: string): Send =>
  async (method, path, { token, body } = {}) => {
    const response = await fetch(new URL(path, baseUrl), {
      method,
      redirect: 'manual',
      headers: {
        accept: 'application/json',
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const parsed = objectOf(text);
    return { status: response.status, body: parsed ?? {}, text, isJson: parsed !== undefined };
  };

/** One line about an answer, without its tokens. */
export const describe = ({ status, text }: Answer): string =>
  `${status} ${text.replaceAll(/[\w-]{20,}\.[\w-]{20,}\.[\w-]{20,}/g, '<token>').slice(0, 160)}`;
