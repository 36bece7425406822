import type { Logger } from '../platform/logger.ts';
import type { AppLink, LinkedRemote } from './links.logic.ts';
import type { RemoteList } from './remotes/remote-list.ts';
import type { Texts } from './texts.ts';

export interface LinkParts {
  list: Pick<RemoteList, 'all' | 'add'>;
  /** Shows the window, and opens a page of this computer's console in it. */
  open: (page: string) => void;
  showWindow: () => void;
  showRemote: (id: string) => void;
  /** Asks the person a question, and answers it with no if they close it. */
  ask: (message: string, detail: string, action: string) => Promise<boolean>;
  tell: (message: string, detail: string) => Promise<void>;
  texts: Texts;
  log: Logger;
}

/** Does what a `castellan://` link asks for. Nothing is added without the person's yes. */
export const createLinkFollower = (parts: LinkParts): ((link: AppLink) => void) => {
  const { list, open, showWindow, showRemote, ask, tell, texts, log } = parts;
  /** Links can come without end: one question at a time. */
  let isAsking = false;

  const add = async ({ address, name }: LinkedRemote): Promise<void> => {
    const known = list.all().find((remote) => remote.address === address);
    if (known) return showRemote(known.id);
    const { host } = new URL(address);
    if (!(await ask(texts.addServer(host), texts.addServerDetail(address), texts.addServerAction))) return;
    const named = list.add({ name, address });
    // Another server has the name: the link must not pass for it.
    const added = named === 'nameTaken' ? list.add({ name: '', address }) : named;
    if (typeof added === 'string') return tell(texts.notAdded, texts.notAddedReasons[added]);
    showRemote(added.id);
  };
  const ofServer = async (link: Exclude<AppLink, { kind: 'page' }>): Promise<void> => {
    showWindow();
    if (isAsking) {
      log.warn('ignored a link: a question about another one is open');
      return;
    }
    isAsking = true;
    try {
      await (link.kind === 'add' ? add(link.server) : tell(texts.notAdded, texts.notAddedReasons[link.problem]));
    } finally {
      isAsking = false;
    }
  };
  return (link) => {
    if (link.kind === 'page') return open(link.page);
    ofServer(link).catch((error: unknown) => log.error({ err: error }, 'failed to follow a link'));
  };
};
