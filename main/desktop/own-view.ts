import { join } from 'node:path';
import { type Session, session } from 'electron';
import type { Clock } from '../platform/clock.ts';
import type { Logger } from '../platform/logger.ts';
import { consoleOrigin, isConsoleAddress } from './addresses.logic.ts';
import { type OutsideLinks, openOutside, type PageScope } from './hardening.ts';
import { problemPage } from './problem-page.ts';
import { createRefusalLog } from './refusals.ts';
import { type Language, textsIn } from './texts.ts';
import { type ConsoleView, createConsoleView } from './views/console-view.ts';
import { guardDownloads } from './views/downloads.ts';
import type { PageFault } from './views/page.ts';
import { createPromptGate } from './views/prompt-gate.logic.ts';

/** Why this computer's console isn't shown. A service that isn't running shows a page of its own. */
type OwnProblem = { kind: PageFault } | { kind: 'notLoaded'; code: string };

export interface OwnViewParts {
  language: Language;
  outside: OutsideLinks;
  /** Whether the person sees this computer's console. */
  isShown: () => boolean;
  /** Called when the page has another title. */
  onTitle: () => void;
  clock: Clock;
  log: Logger;
}

/** The console of this computer. */
export interface OwnView extends ConsoleView<OwnProblem> {
  readonly scope: PageScope;
}

const address = `${consoleOrigin}/`;

const ownProblemPage = (problem: OwnProblem, language: Language): string => {
  const texts = textsIn(language);
  return problemPage(
    {
      title: texts.ownStopped,
      paragraphs: [problem.kind === 'notLoaded' ? texts.ownNotLoaded : texts.remoteProblems[problem.kind]],
      facts: problem.kind === 'notLoaded' ? [[texts.problemFacts.error, problem.code]] : [],
      links: [{ href: address, label: texts.failedTry }],
    },
    language,
  );
};

/** Creates the view. Call it once the app is ready. */
export const createOwnView = (parts: OwnViewParts, own: Session = session.defaultSession): OwnView => {
  const { language, outside, isShown, clock, log } = parts;
  guardDownloads(own, createPromptGate(isShown, clock.now), () => 'Castellan', createRefusalLog(log, clock));
  const view = createConsoleView<OwnProblem>({
    preferences: () => ({ preload: join(import.meta.dirname, '../preload/index.cjs') }),
    prepare: (contents) => void contents.on('page-title-updated', parts.onTitle),
    address,
    isConsole: isConsoleAddress,
    check: async () => undefined,
    problemOfError: (code) => ({ kind: 'notLoaded', code }),
    problemOfFault: (kind) => ({ kind }),
    problemPage: (problem) => ownProblemPage(problem, language),
    // The service may upgrade its database first.
    loadLimitMs: undefined,
    now: clock.now,
    texts: textsIn(language),
    log,
  });
  const { life } = view;
  return {
    ...view,
    scope: {
      mayGoTo(url) {
        if (life.state().kind !== 'failed') return isConsoleAddress(url);
        // The link of the page that tells the problem.
        if (isConsoleAddress(url)) life.reload();
        return false;
      },
      openWindow: (url) =>
        void openOutside(url, outside).catch((error: unknown) =>
          log.error({ err: error }, 'failed to open an address'),
        ),
    },
  };
};
