import { z } from 'zod';

/**
 * What the page in the desktop window may ask of the operating system: the little that a browser lacks. Main checks each
 * argument against this table; the preload script offers exactly these names as `window.castellan`.
 */
const ask = <Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) => ({ input, output });

const nothing = z.undefined();
const done = z.void();

export const colorSchemes = ['light', 'dark', 'auto'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/**
 * How the sign-in of this window is kept: sealed by the system's keyring; sealed by a key that anybody who reads this
 * account's files can work out; or in memory alone, until Castellan is quit.
 */
export const keepings = ['keyring', 'plain', 'memory'] as const;
export type Keeping = (typeof keepings)[number];

export const desktopFacts = z.strictObject({
  version: z.string(),
  electron: z.string(),
  chromium: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  /** Where other tools reach the service; null while it does not run. */
  address: z.string().nullable(),
  logFile: z.string(),
  keeping: z.enum(keepings),
  window: z.strictObject({ focused: z.boolean(), maximized: z.boolean(), fullScreen: z.boolean() }),
});
export type DesktopFacts = z.output<typeof desktopFacts>;

export const bridgeRequests = {
  /** The text that was kept at last, or null. */
  loadSession: ask(nothing, z.string().nullable()),
  /** Keeps a text that only this window may read again: the refresh token. */
  saveSession: ask(z.string().min(1).max(4_096), done),
  clearSession: ask(nothing, done),
  /** Stops waiting for a locked keyring: `loadSession` answers null. */
  skipKeyring: ask(nothing, done),
  /** Frame, menus and the next start follow the console. */
  setColorScheme: ask(z.enum(colorSchemes), done),
  facts: ask(nothing, desktopFacts),
} as const;

export type BridgeRequest = keyof typeof bridgeRequests;
export const bridgeRequestNames = Object.keys(bridgeRequests) as BridgeRequest[];

export type BridgeInput<Name extends BridgeRequest> = z.output<(typeof bridgeRequests)[Name]['input']>;
export type BridgeOutput<Name extends BridgeRequest> = z.output<(typeof bridgeRequests)[Name]['output']>;

type Asking<Name extends BridgeRequest> =
  BridgeInput<Name> extends undefined
    ? () => Promise<BridgeOutput<Name>>
    : (input: BridgeInput<Name>) => Promise<BridgeOutput<Name>>;

/** `window.castellan`, in the desktop window alone. */
export type DesktopBridge = { readonly [Name in BridgeRequest]: Asking<Name> } & {
  /** Hears which page of the console the menu, a notification or a link in a mail asks for. */
  readonly onOpen: (listener: (address: string) => void) => () => void;
  /** Hears that the person wants to find a text on the page. */
  readonly onFind: (listener: () => void) => () => void;
};

/** Names of the channels; the preload script spells them out, so that it needs no library. */
export const requestChannel = (name: BridgeRequest): `castellan:${BridgeRequest}` => `castellan:${name}`;
export const openChannel = 'castellan:open';
export const findChannel = 'castellan:find';
