import type { WebContents } from 'electron';

/** Does something for a page. The signal aborts once the page is gone: what asks for its sake then has no reason to stay. */
export const whilePageLives = async <Result>(
  contents: Pick<WebContents, 'once' | 'off'>,
  act: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> => {
  const gone = new AbortController();
  const end = (): void => gone.abort();
  contents.once('destroyed', end);
  contents.once('render-process-gone', end);
  try {
    return await act(gone.signal);
  } finally {
    contents.off('destroyed', end);
    contents.off('render-process-gone', end);
  }
};
