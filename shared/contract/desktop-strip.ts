import { z } from 'zod';

/**
 * Colors of servers, for light and dark: each is legible on the strip and under a white letter. A server is stored with
 * the index of its color, so keep the order.
 */
export const remoteColors = [
  { name: 'blue', light: '#2563c9', dark: '#3b7ae0' },
  { name: 'purple', light: '#8a4fc4', dark: '#9a63d3' },
  { name: 'red', light: '#b4442f', dark: '#cc5c46' },
  { name: 'amber', light: '#8f6400', dark: '#a67708' },
  { name: 'pink', light: '#a83a76', dark: '#bd4f8b' },
  { name: 'green', light: '#3f6f1f', dark: '#55882f' },
  { name: 'teal', light: '#0f6f8f', dark: '#1f86a8' },
  { name: 'gray', light: '#54606a', dark: '#6a7781' },
] as const;

/** What the app shows above each console, on a page of its own that no console can draw on. */
export interface StripState {
  /** The name of the server, or "This Computer". */
  readonly name: string;
  /** What stands for the name where there is no room for it. Absent for this computer. */
  readonly letter?: string | undefined;
  /** Absent for this computer, and if the name says it already. */
  readonly host?: string | undefined;
  /** Which of {@link remoteColors} is the server's. Absent for this computer. */
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
