import type { WebContents } from 'electron';

/** As much of a page as tells when it is gone. */
export type PageContents = Pick<WebContents, 'once' | 'off' | 'isDestroyed'>;

/** Does something for a page. The signal aborts once the page is gone: what asks for its sake then has no reason to stay. */
export const whilePageLives = async <Result>(
  contents: PageContents,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const gone = new AbortController();
  const end = (): void => gone.abort();
  if (contents.isDestroyed()) end();
  contents.once('destroyed', end);
  contents.once('render-process-gone', end);
  try {
    return await act(gone.signal);
  } finally {
    contents.off('destroyed', end);
    contents.off('render-process-gone', end);
  }
};
