import { join } from 'node:path';
import type { BaseWindow, WebContents } from 'electron';
import type { RemoteServer } from '#shared/contract/desktop-bridge.ts';
import { minute, second } from '#shared/rules/limits.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Logger } from '../../platform/logger.ts';
import type { PageScope } from '../hardening.ts';
import { openAddress } from '../outside.ts';
import type { Questions } from '../questions.ts';
import { createRefusalLog } from '../refusals.ts';
import { type Language, textsIn } from '../texts.ts';
import { createAllowance } from '../views/allowance.logic.ts';
import { type ConsoleView, createConsoleView } from '../views/console-view.ts';
import { guardDownloads } from '../views/downloads.ts';
import type { PromptGate } from '../views/prompt-gate.logic.ts';
import { whilePageLives } from '../views/while-page-lives.ts';
import type { KeptPasswords } from './kept-passwords.ts';
import { isRemotePage, remoteTitle, webAddress } from './remote-address.logic.ts';
import { shownFingerprint } from './remote-certificate.logic.ts';
import { isFinal, type RemoteProblem, trustable } from './remote-problem.logic.ts';
import {
  passwordAddress,
  remoteProblemPage,
  remotesAddress,
  signOnAddress,
  signOnProblemPage,
  trustAddress,
} from './remote-problem-page.ts';
import { openRemoteSession } from './remote-session.ts';
import { createRemoteSignIn } from './remote-sign-in.ts';
import { openSignOn, type SignOnWindow } from './sign-on-window.ts';

export interface RemoteViewParts {
  /** As saved: its name may change. */
  remote: () => RemoteServer;
  language: Language;
  passwords: KeptPasswords;
  /** Saves the fingerprint of the certificate that the person trusts for this server. */
  trust: (fingerprint: string) => void;
  window: () => BaseWindow | undefined;
  showRemotes: () => void;
  /** Called if the console begins at another address than the saved one. */
  onBase: (base: string) => void;
  /** Whether the person sees this server's page. */
  isShown: () => boolean;
  /** Those of its page. */
  questions: Pick<Questions, 'ask' | 'askSignIn' | 'tellNotKept'>;
  gate: PromptGate;
  clock: Clock;
  log: Logger;
}

/** The console of another server, in its own page. */
export interface RemoteView extends ConsoleView<RemoteProblem> {
  /** What one of the server's pages may do beyond its own content. Undefined for pages of others. */
  scopeOf(contents: WebContents): PageScope | undefined;
  /** Checks the server's certificate again: the person no longer trusts it. */
  distrust(): Promise<void>;
  /** Tells Chromium again which certificate the person trusts. What the page shows stays. */
  verifyAgain(): Promise<void>;
  /** Forgets the passwords of what is in front of the server, also those that aren't kept. */
  forgetPasswords(): Promise<void>;
  /** Deletes everything that Chromium has stored of the server. */
  erase(): Promise<void>;
}

const loadLimitMs = 20 * second;

export const createRemoteView = (parts: RemoteViewParts): RemoteView => {
  const { remote, language, clock, isShown, gate } = parts;
  const { address, id } = remote();
  const log = parts.log.child({ remote: id });
  const refused = createRefusalLog(log, clock);
  /** A server can have one certificate for the check and another for the page, without end. */
  const checksAgain = createAllowance(3, minute, clock.now);
  const texts = textsIn(language);
  const own = openRemoteSession(remote(), () => remote().certificate?.sha256, clock.now);
  const downloads = guardDownloads(own.session, gate, () => remoteTitle(remote()), refused);

  /** The refused certificate, if the person may trust it. */
  const trustableOf = (problem: RemoteProblem) =>
    remote().certificate?.isFixed === true ? undefined : trustable(problem, clock.now());

  const { passwords, questions } = parts;
  const server = () => remoteTitle(remote());
  const signIn = createRemoteSignIn({ ...questions, passwords, gate, server });

  const view = createConsoleView<RemoteProblem>({
    preferences: () => ({
      session: own.session,
      preload: join(import.meta.dirname, '../preload/remote.cjs'),
      // Its news arrive while another server is shown.
      backgroundThrottling: false,
    }),
    // A page could look for devices in the local network with it.
    prepare: (contents) => contents.setWebRTCIPHandlingPolicy('disable_non_proxied_udp'),
    address,
    isConsole: (page) => isRemotePage(address, page),
    async check() {
      signIn.begin();
      const found = await own.check((asked) => signIn.answer(asked, 'check'));
      if ('problem' in found) {
        if (found.problem.kind === 'proxy') signIn.fail();
        return found.problem;
      }
      if (found.base !== address) parts.onBase(found.base);
      return undefined;
    },
    problemOfError(error) {
      const problem = own.problemOf(error);
      // Trusted, and refused: perhaps nobody has asked. The check makes sure of that.
      if (problem.kind === 'certificate' && remote().certificate && checksAgain.use()) setImmediate(life.wake);
      return problem;
    },
    problemOfFault: (kind) => ({ kind }),
    problemPage: (problem) => remoteProblemPage(remote(), problem, trustableOf(problem) !== undefined, language),
    isFinal,
    loadLimitMs,
    now: clock.now,
    texts,
    log,
  });
  const { life } = view;

  /** The server's own pages open at once. Before any other, the person sees where it leads. */
  const openOutside = async (url: string): Promise<void> => {
    const isOwn = isRemotePage(address, url);
    const target = isOwn ? new URL(url) : webAddress(url);
    const leave = target && gate.enter();
    if (!target || !leave) {
      refused('refused to open an address: not allowed');
      return;
    }
    try {
      const agreed =
        isOwn ||
        (await questions.ask(
          texts.opensPage(remoteTitle(remote()), target.host),
          target.href.slice(0, 300),
          [texts.openInBrowser, texts.cancel],
          'yes',
        ));
      if (agreed) await openAddress(target.href);
    } finally {
      leave();
    }
  };

  /** Runs what the person has asked for by a click, one thing at a time. */
  const ifFree = (act: () => Promise<void>): void => {
    const leave = gate.enter();
    if (!leave) {
      refused('refused a click: another question is open');
      return;
    }
    act()
      .catch((error: unknown) => log.error({ err: error }, 'failed to do what a click asks for'))
      .finally(leave);
  };
  const trustCertificate = async (): Promise<void> => {
    const state = life.state();
    const certificate = state.kind === 'failed' ? trustableOf(state.problem) : undefined;
    if (!certificate) return;
    const { subject, issuer, fingerprint } = certificate;
    const detail = texts.trustDetail(subject, issuer, shownFingerprint(fingerprint));
    const buttons = [texts.trustAction, texts.cancel];
    if (!(await questions.ask(texts.trustCertificate(remoteTitle(remote())), detail, buttons, 'no'))) return;
    parts.trust(fingerprint);
    await own.verifyAgain();
    life.reload();
  };

  let signOn: SignOnWindow | undefined;
  /** A page of the identity provider, until the server's page is gone. */
  const openSignOnWindow = async (gone: AbortSignal): Promise<void> => {
    signOn?.close();
    const opened = openSignOn({
      session: own.session,
      parent: parts.window(),
      address,
      isBack: (page) => isRemotePage(address, page),
      title: (host) => texts.signOnTitle(host, remoteTitle(remote())),
      problemPage: (failed, error) => signOnProblemPage(failed, error, language),
      onBack: reload,
      gone,
      log,
    });
    signOn = opened;
    own.admit(opened.contents);
    await opened.closed;
    if (signOn === opened) signOn = undefined;
    own.admit(signOn?.contents);
  };
  const reload = (): void => {
    signIn.askAgain();
    life.reload();
  };

  const enterPassword = async (): Promise<void> => {
    await passwords.forgetProxies();
    await own.session.clearAuthCache();
    reload();
  };

  const pageScope: PageScope = {
    mayGoTo(url) {
      if (life.state().kind !== 'failed') return isRemotePage(address, url);
      // The links of the page that tells the problem.
      if (url === remotesAddress) parts.showRemotes();
      else if (url === trustAddress) ifFree(trustCertificate);
      else if (url === passwordAddress) ifFree(enterPassword);
      else if (url === signOnAddress && isShown()) void whilePageLives(life.page().contents, openSignOnWindow);
      else if (isRemotePage(address, url)) reload();
      return false;
    },
    openWindow: (url) =>
      void openOutside(url).catch((error: unknown) => log.error({ err: error }, 'failed to open an address')),
    signIn: signIn.answer,
  };
  const signOnScope: PageScope = {
    mayGoTo: (url) => isRemotePage(address, url) || webAddress(url) !== undefined,
    openWindow: () => {},
    signIn: signIn.answer,
  };
  return {
    ...view,
    life: { ...life, reload },
    scopeOf(contents) {
      if (contents === life.page().contents) return pageScope;
      return contents === signOn?.contents ? signOnScope : undefined;
    },
    async distrust() {
      await own.verifyAgain();
      life.reload();
    },
    async verifyAgain() {
      await own.verifyAgain();
      life.wake();
    },
    async forgetPasswords() {
      await passwords.clear();
      await own.session.clearAuthCache();
    },
    async erase() {
      signOn?.close();
      downloads.cancel();
      await own.erase();
    },
  };
};
