import { z } from 'zod';

/** What the app shows above each console, on a page of its own that no console can draw on. */
export interface StripState {
  /** The name of the server, or "This Computer". */
  readonly name: string;
  /** Absent for this computer, and if the name says it already. */
  readonly host?: string | undefined;
  /** Which of the strip's colors is the server's. Absent for this computer. */
  readonly color?: number | undefined;
  /** What is wrong or going on, such as "Not responding". Absent while the console is shown. */
  readonly status?: { readonly text: string; readonly isProblem: boolean } | undefined;
  /** The label of the button that loads the console again, if that helps. */
  readonly reload?: string | undefined;
  /** The name of the button that opens the menu of servers. */
  readonly chooseLabel: string;
}

/** What the strip asks of main. */
export const stripRequest = z.enum(['ready', 'choose', 'reload', 'leave', 'online']);
export type StripRequest = z.output<typeof stripRequest>;

export const stripStateChannel = 'castellan-strip:state';
export const stripRequestChannel = 'castellan-strip:request';
