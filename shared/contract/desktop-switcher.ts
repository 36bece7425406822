import { z } from 'zod';
import { textLimits } from '../rules/limits.ts';

/** A console that the switcher lists. */
export interface SwitcherPlace {
  /** Of a server. Null for this computer. */
  readonly id: string | null;
  readonly name: string;
  /** What stands for the name where there is no room for it. Absent for this computer. */
  readonly letter?: string | undefined;
  /** The host and the path. Absent for this computer, and if the name says it already. */
  readonly at?: string | undefined;
  /** The index of the server's color. Absent for this computer. */
  readonly color?: number | undefined;
  /** How many of its notifications no one has seen, such as "2 new". Absent if there are none. */
  readonly unseen?: string | undefined;
}

/** What the switcher shows. */
export interface SwitcherState {
  readonly places: readonly SwitcherPlace[];
  /** The index of the place that Enter chooses. */
  readonly selected: number;
}

/** What the person does: the app knows the list, so that keys that follow each other fast act on the right one. */
export const switcherRequest = z.union([
  z.enum(['ready', 'up', 'down', 'enter', 'close']),
  z.strictObject({ filter: z.string().max(textLimits.url) }),
  z.strictObject({ choose: z.string().max(textLimits.url).nullable() }),
]);
export type SwitcherRequest = z.output<typeof switcherRequest>;

export const switcherStateChannel = 'castellan-switcher:state';
export const switcherRequestChannel = 'castellan-switcher:request';
