/** A server-sent event. */
export interface ServerSentEvent {
  event: string;
  data: string;
}

/**
 * Splits the text of an event stream into its events. Reads what our own service sends: one line each for `event` and
 * `data`, and comments, which are skipped.
 */
export const eventReader = (onEvent: (event: ServerSentEvent) => void): ((text: string) => void) => {
  let rest = '';
  return (text) => {
    const blocks = (rest + text).split('\n\n');
    rest = blocks.pop() ?? '';
    for (const block of blocks) {
      const [, event, data] = /^event: (.*)\ndata: (.*)$/.exec(block) ?? [];
      if (event !== undefined && data !== undefined) onEvent({ event, data });
    }
  };
};
