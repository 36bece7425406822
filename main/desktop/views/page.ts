/** What a page did to stop showing its console. */
export type PageFault = 'crashed' | 'closed' | 'left';

/** One page of a view. After its end, the view gets another one. */
export interface Page {
  /** Rejects if the page can't be loaded, or is gone. */
  load(address: string): Promise<void>;
  /** Rejects if the page is gone. */
  reload(): Promise<void>;
  /** Whether its process still answers. Resolves within a few seconds. */
  responds(): Promise<boolean>;
  /** Ends its process, even while that hangs. */
  kill(): void;
  /** Destroys the page. It can't object. */
  close(): void;
}

/** What a page reports. */
export interface PageEvents {
  /** It shows this address now. */
  navigated(address: string): void;
  /** An address couldn't be loaded, by an error of Chromium such as `ERR_CONNECTION_REFUSED`. */
  failed(error: string): void;
  /** Its process has ended. */
  crashed(reason: string): void;
  hung(): void;
  recovered(): void;
  /** It no longer exists. */
  destroyed(): void;
}
