import type { StripState } from '#shared/contract/desktop-strip.ts';
import { letterOf } from '#shared/text-input/initials.ts';
import type { Texts } from './texts.ts';
import type { PageState } from './views/page-life.ts';

/** The console that the strip names. */
export interface StripSubject {
  /** Absent for this computer. */
  readonly server?: { readonly name: string; readonly address: string; readonly color: number } | undefined;
  readonly state: PageState<{ readonly kind: string }>;
}

type Condition = Pick<StripState, 'status' | 'reload'>;

const conditionOf = ({ server, state }: StripSubject, texts: Texts): Condition => {
  const { stripStatus: status } = texts;
  switch (state.kind) {
    case 'open':
      return {};
    case 'loading':
      // This computer answers at once, and shows a page of its own while it starts.
      return server ? { status: { text: status.loading, isProblem: false } } : {};
    case 'hung':
      return { status: { text: status.hung, isProblem: true }, reload: texts.reload };
    case 'failed': {
      const { kind } = state.problem;
      const isFault = kind === 'crashed' || kind === 'closed' || kind === 'left';
      const text = kind === 'certificate' ? status.notSecure : isFault ? status.stopped : status.notConnected;
      return { status: { text, isProblem: true }, reload: texts.failedTry };
    }
  }
};

/** What the strip shows. */
export const stripStateOf = (subject: StripSubject, texts: Texts): StripState => {
  const { server } = subject;
  const condition = { ...conditionOf(subject, texts), chooseLabel: texts.chooseServer };
  if (!server) return { name: texts.thisComputer, ...condition };
  const { name, address, color } = server;
  const { host } = new URL(address);
  return { name, letter: letterOf(name), host: host === name ? undefined : host, color, ...condition };
};
