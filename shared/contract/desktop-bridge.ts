import { z } from 'zod';
import { textLimits } from '../rules/limits.ts';
import { backupChoice, backupChoiceResults, chosenBackups } from './desktop-backups.ts';
import { remoteColors } from './desktop-strip.ts';

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
const signInStorages = ['keyring', 'plain', 'memory'] as const;
export type SignInStorage = (typeof signInStorages)[number];

export const desktopFacts = z.strictObject({
  version: z.string(),
  electron: z.string(),
  chromium: z.string(),
  platform: z.enum(['linux', 'darwin', 'win32']),
  /** Base URL at which other tools reach the service; null while it is not running. */
  address: z.string().nullable(),
  logFile: z.string(),
  signInStorage: z.enum(signInStorages),
  window: z.strictObject({ focused: z.boolean(), maximized: z.boolean(), fullScreen: z.boolean() }),
});
export type DesktopFacts = z.output<typeof desktopFacts>;

const serverId = z.string().regex(/^[0-9a-f]{32}$/);
const serverName = z.string().trim().max(textLimits.remoteName);

const serverColor = z
  .int()
  .min(0)
  .max(remoteColors.length - 1);

/** A Castellan on another computer that the desktop app connects to. `address` ends with a slash. */
const remoteServer = z.strictObject({
  id: serverId,
  name: serverName.min(1),
  address: z.string().max(textLimits.url),
  color: serverColor,
  /** Set by the policy of this computer: it keeps its name, and can't be removed. */
  isPreset: z.boolean(),
  /** The certificate that is trusted for this server alone. If the policy names it, people can't trust another one. */
  certificate: z.strictObject({ sha256: z.string().regex(/^[0-9a-f]{64}$/), isFixed: z.boolean() }).optional(),
});
export type RemoteServer = z.output<typeof remoteServer>;
/** As the page of servers lists it: also whether passwords of what is in front of the server are kept on this computer. */
const listedRemote = remoteServer.extend({ keepsPasswords: z.boolean() });
export type ListedRemote = z.output<typeof listedRemote>;
export const mostRemotes = 20;

/** Why an address can't be added. Two accounts on one server are two entries, each with a name of its own. */
export const addressProblems = ['invalid', 'insecure', 'duplicate', 'nameTaken', 'full'] as const;

/**
 * Version of what a console expects of the desktop app it runs in (`remoteRequests`). The console's page names it, so
 * that the app can tell whether it and another server understand each other. Raise it with an incompatible change.
 */
export const desktopContract = 1;
/** Name of the page's `meta` element with that version. */
export const desktopContractName = 'castellan-desktop-contract';

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
  chosenBackups: ask(nothing, chosenBackups),
  /** Has scheduled backups made, in a folder that the app asks for. Castellan starts again. */
  chooseBackups: ask(backupChoice, z.enum(backupChoiceResults)),
  /** Has none made any more. Castellan starts again. */
  stopBackups: ask(nothing, done),
  listRemotes: ask(nothing, z.array(listedRemote)),
  /** Adds a server and shows it. An empty name means its host. Answers why the address can't be added, or null. */
  addRemote: ask(
    z.strictObject({ name: serverName, address: z.string().max(textLimits.url) }),
    z.enum(addressProblems).nullable(),
  ),
  /** Answers whether another server has the name: then nothing is changed. */
  editRemote: ask(z.strictObject({ id: serverId, name: serverName.min(1), color: serverColor }), z.boolean()),
  /** Moves a server one place up or down in the list, and so in menus. */
  shiftRemote: ask(z.strictObject({ id: serverId, by: z.union([z.literal(-1), z.literal(1)]) }), done),
  /** Also deletes what this computer has stored of the server, such as the sign-in. */
  removeRemote: ask(serverId, done),
  /** Takes back that the server's certificate is trusted although the system doesn't. */
  distrustRemote: ask(serverId, done),
  /** Deletes the passwords that are kept of what is in front of the server, such as a proxy. */
  forgetPasswords: ask(serverId, done),
  openRemote: ask(serverId, done),
  /** Opens the menu of servers. */
  chooseServer: ask(nothing, done),
} as const;

const noticeText = (most: number) => z.string().trim().min(1).max(most);

/**
 * What the console of another server may ask. It comes from that server, which may be hostile: nothing here reveals
 * anything of this computer or of another server.
 */
export const remoteRequests = {
  loadSession: bridgeRequests.loadSession,
  saveSession: bridgeRequests.saveSession,
  clearSession: bridgeRequests.clearSession,
  skipKeyring: bridgeRequests.skipKeyring,
  chooseServer: bridgeRequests.chooseServer,
  /** Shows a notification with the server's name. A click opens the page, such as `/dashboard/sessions`. */
  notify: ask(
    z.strictObject({
      title: noticeText(120),
      body: noticeText(400),
      page: z.string().regex(/^\/(?!\/)[\w/?=&-]{0,200}$/),
    }),
    done,
  ),
} as const;

export type BridgeRequest = keyof typeof bridgeRequests;
export const bridgeRequestNames = Object.keys(bridgeRequests) as BridgeRequest[];

export type BridgeInput<Name extends BridgeRequest> = z.output<(typeof bridgeRequests)[Name]['input']>;
export type BridgeOutput<Name extends BridgeRequest> = z.output<(typeof bridgeRequests)[Name]['output']>;

export type RemoteRequest = keyof typeof remoteRequests;
export const remoteRequestNames = Object.keys(remoteRequests) as RemoteRequest[];

interface Request {
  readonly input: z.ZodType;
  readonly output: z.ZodType;
}
type Asking<Asked extends Request> =
  z.output<Asked['input']> extends undefined
    ? () => Promise<z.output<Asked['output']>>
    : (input: z.output<Asked['input']>) => Promise<z.output<Asked['output']>>;

type Requests<Table extends Record<string, Request>> = { readonly [Name in keyof Table]: Asking<Table[Name]> };

/** What main asks of the page. */
interface BridgeListeners {
  /** Called when the menu, a notification or an email link asks for a page of the console. */
  readonly onOpen: (listener: (address: string) => void) => () => void;
  /** Called when the user wants to find text on the page. */
  readonly onFind: (listener: () => void) => () => void;
}

/** `window.castellan` of this computer's own console; exists only in the desktop window. */
export type DesktopBridge = Requests<typeof bridgeRequests> & BridgeListeners;
/** `window.castellan` of the console of another server in the desktop window. */
export type RemoteBridge = Requests<typeof remoteRequests> & BridgeListeners;

/** IPC channel names. The preload scripts repeat them so that they need no imports. */
export const requestChannel = (name: BridgeRequest): `castellan:${BridgeRequest}` => `castellan:${name}`;
export const remoteChannel = (name: RemoteRequest): `castellan-server:${RemoteRequest}` => `castellan-server:${name}`;
export const openChannel = 'castellan:open';
export const findChannel = 'castellan:find';
