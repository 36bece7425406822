import { z } from 'zod';

/**
 * What the page in the desktop window may ask of the operating system: only what a browser lacks. Main validates every
 * argument against this table; the preload script exposes exactly these names as `window.castellan`.
 */
const ask = <Input extends z.ZodType, Output extends z.ZodType>(input: Input, output: Output) => ({ input, output });

const nothing = z.undefined();
const done = z.void();

export const colorSchemes = ['light', 'dark', 'auto'] as const;
export type ColorScheme = (typeof colorSchemes)[number];

/**
 * How this window stores the sign-in: sealed by the system keyring; sealed with a key that anyone who can read this
 * account's files can derive; or in memory only, until Castellan quits.
 */
const keepings = ['keyring', 'plain', 'memory'] as const;
export type Keeping = (typeof keepings)[number];

export const desktopFacts = z.strictObject({
  version: z.string(),
  electron: z.string(),
  chromium: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  /** Base URL at which other tools reach the service; null while it is not running. */
  address: z.string().nullable(),
  logFile: z.string(),
  keeping: z.enum(keepings),
  window: z.strictObject({ focused: z.boolean(), maximized: z.boolean(), fullScreen: z.boolean() }),
});
export type DesktopFacts = z.output<typeof desktopFacts>;

export const bridgeRequests = {
  /** The last saved text, or null. */
  loadSession: ask(nothing, z.string().nullable()),
  /** Saves a text that only this window may read back: the refresh token. */
  saveSession: ask(z.string().min(1).max(4_096), done),
  clearSession: ask(nothing, done),
  /** Stops waiting for a locked keyring: `loadSession` then answers null. */
  skipKeyring: ask(nothing, done),
  /** The window frame, the menus and the next start use the console's setting. */
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

/** `window.castellan`; exists only in the desktop window. */
export type DesktopBridge = { readonly [Name in BridgeRequest]: Asking<Name> } & {
  /** Called when the menu, a notification or an email link asks for a page of the console. */
  readonly onOpen: (listener: (address: string) => void) => () => void;
  /** Called when the user wants to find text on the page. */
  readonly onFind: (listener: () => void) => () => void;
};

/** IPC channel names. The preload script repeats them so that it needs no imports. */
export const requestChannel = (name: BridgeRequest): `castellan:${BridgeRequest}` => `castellan:${name}`;
export const openChannel = 'castellan:open';
export const findChannel = 'castellan:find';
