import type { WebContents, WebPreferences } from 'electron';
import { openChannel } from '#shared/contract/desktop-bridge.ts';
import type { Texts } from '../texts.ts';
import { type ConsolePage, createConsolePage } from './console-page.ts';
import { createPageLife, type PageLife, type PageLifeParts } from './page-life.ts';
import { createPrinting } from './printing.ts';

/** A console in the window: that of this computer, or of a server. */
export interface ConsoleView<Problem extends { readonly kind: string } = { readonly kind: string }> {
  readonly life: PageLife<ConsolePage, Problem>;
  /** Loads the first page, unless something has been loaded already. */
  begin(): void;
  /** Shows a page of the console, such as `/dashboard/sessions`. */
  open(page: string): void;
  /** Prints what the view shows, if that responds. */
  print(): void;
}

export interface ConsoleViewParts<Problem extends { readonly kind: string }>
  extends Omit<PageLifeParts<ConsolePage, Problem>, 'make'> {
  preferences: () => WebPreferences;
  /** Called with each page, before it loads anything. */
  prepare: (contents: WebContents) => void;
  texts: Texts;
}

/** Creates the view. It loads nothing yet. */
export const createConsoleView = <Problem extends { readonly kind: string }>(
  parts: ConsoleViewParts<Problem>,
): ConsoleView<Problem> => {
  const { texts, log } = parts;
  let hasBegun = false;
  /** One that hangs would open its dialog late, and perhaps over another console. */
  const print = createPrinting(
    (contents) => contents === life.page().contents && life.state().kind !== 'hung',
    texts,
    log,
  );
  const life: PageLife<ConsolePage, Problem> = createPageLife<ConsolePage, Problem>({
    ...parts,
    make(events) {
      const page = createConsolePage(parts.preferences(), { texts, reload: () => life.reload(), print, log }, events);
      parts.prepare(page.contents);
      return page;
    },
  });
  return {
    life,
    begin() {
      if (hasBegun) return;
      hasBegun = true;
      life.connect();
    },
    open(page) {
      hasBegun = true;
      const { contents } = life.page();
      // A page that is still loading can't receive messages yet.
      if (life.state().kind === 'open' && !contents.isLoadingMainFrame()) contents.send(openChannel, page);
      else life.connect(`${parts.address}${page.slice(1)}`);
    },
    print: () => print(life.page().contents),
  };
};
