/** What tabs of this browser say to each other under one name. */
export interface TabMessages<Message> {
  /** Reaches all other tabs. */
  post(message: Message): void;
  close(): void;
}

/**
 * Joins the tabs that talk under a name. Where the browser refuses that, because site data is blocked, this tab is alone.
 * @param onMessage takes what other tabs say. Only pages of this origin can, so a message has this type, or that of another version
 */
export const openTabMessages = <Message>(name: string, onMessage: (message: Message) => void): TabMessages<Message> => {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }: MessageEvent<Message>) => onMessage(data);
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  } catch {
    // Nothing to say, and nobody to hear it.
    return { post: () => {}, close: () => {} };
  }
};
