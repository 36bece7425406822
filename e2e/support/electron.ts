import { EventEmitter } from 'node:events';
import type { BaseWindowConstructorOptions, Rectangle } from 'electron';
import { vi } from 'vitest';

/**
 * Electron as far as units of main/desktop need it, in the process of their tests: it shows nothing, and remembers what it
 * is told. How the real one behaves is for e2e/desktop.
 */

const workArea: Rectangle = { x: 0, y: 0, width: 1_920, height: 1_080 };

class Contents extends EventEmitter {
  hasFocus = false;
  title = '';
  readonly loadURL = vi.fn<(address: string) => Promise<void>>(async () => {});
  readonly send = vi.fn<(channel: string, ...args: unknown[]) => void>();
  readonly close = vi.fn<() => void>();
  readonly reload = vi.fn<() => void>();
  readonly forcefullyCrashRenderer = vi.fn<() => void>();
  readonly print = vi.fn<(options: object, done: (isPrinted: boolean, reason: string) => void) => void>();
  readonly setWebRTCIPHandlingPolicy = vi.fn<(policy: string) => void>();
  readonly mainFrame = { executeJavaScript: async () => 0 };
  readonly setAudioMuted = vi.fn<(isMuted: boolean) => void>();
  isDestroyed = (): boolean => false;
  isCrashed = (): boolean => false;
  isLoading = (): boolean => false;
  isLoadingMainFrame = (): boolean => false;
  isFocused = (): boolean => this.hasFocus;
  focus = (): void => {
    this.hasFocus = true;
  };
  getTitle = (): string => this.title;
}

class View extends EventEmitter {
  #children: readonly View[] = [];
  bounds: Rectangle = { x: 0, y: 0, width: 0, height: 0 };
  color = '';
  getBounds = (): Rectangle => this.bounds;
  setBounds = (bounds: Rectangle): void => {
    this.bounds = bounds;
    this.emit('bounds-changed');
  };
  setBackgroundColor = (color: string): void => {
    this.color = color;
  };
  /** A list of its own each time, as in Electron. */
  get children(): View[] {
    return [...this.#children];
  }
  addChildView = (view: View): void => {
    this.#children = [...this.#children, view];
  };
  removeChildView = (view: View): void => {
    this.#children = this.#children.filter((child) => child !== view);
  };
}

export class WebContentsView extends View {
  readonly webContents = new Contents();
}

export class BaseWindow extends EventEmitter {
  /** All that were created, the oldest first. */
  static readonly all: BaseWindow[] = [];
  readonly contentView = new View();
  readonly options: BaseWindowConstructorOptions;
  isShown = false;
  isIconic = false;
  isLarge = false;
  title = '';
  constructor(options: BaseWindowConstructorOptions) {
    super();
    this.options = options;
    BaseWindow.all.push(this);
    const { width = 0, height = 0 } = options;
    this.contentView.bounds = { x: 0, y: 0, width, height };
  }
  show = (): void => {
    this.isShown = true;
    this.emit('focus');
  };
  hide = (): void => {
    this.isShown = false;
  };
  /** What the person's click does. */
  close = (): void => {
    let isPrevented = false;
    this.emit('close', {
      preventDefault: () => {
        isPrevented = true;
      },
    });
    if (!isPrevented) this.emit('closed');
  };
  focus = vi.fn<() => void>();
  restore = (): void => {
    this.isIconic = false;
  };
  maximize = (): void => {
    this.isLarge = true;
  };
  isVisible = (): boolean => this.isShown;
  isMinimized = (): boolean => this.isIconic;
  isMaximized = (): boolean => this.isLarge;
  isDestroyed = (): boolean => false;
  getNormalBounds = (): Rectangle => this.contentView.bounds;
  setBackgroundColor = (color: string): void => this.contentView.setBackgroundColor(color);
  setTitle = (title: string): void => {
    this.title = title;
  };
}

/** A window of one page, such as a dialog of the app. */
export class BrowserWindow extends BaseWindow {
  readonly webContents = new Contents();
  #isDestroyed = false;
  readonly loadURL = async (): Promise<void> => {};
  override isDestroyed = (): boolean => this.#isDestroyed;
  destroy = (): void => {
    this.#isDestroyed = true;
    this.emit('closed');
  };
  static open = (): BaseWindow[] =>
    BaseWindow.all.filter((window) => window instanceof BrowserWindow && !window.isDestroyed());
}

type Answer = (answer: object) => void;
/** Decides about a request of a page. */
export type RequestListener = (
  details: { url: string; requestHeaders: Record<string, string> },
  answer: Answer,
) => void;

class Session {
  readonly on = vi.fn<(event: string, listener: (...args: unknown[]) => void) => void>();
  readonly removeAllListeners = vi.fn<(event: string) => void>();
  /** By their names, such as `onBeforeRequest`. */
  readonly listeners = new Map<string, RequestListener>();
  readonly fetch = vi.fn<(address: string, options: RequestInit) => Promise<Response>>();
  verify:
    | ((
        request: { certificate: object; errorCode: number; verificationResult: string },
        answer: (result: number) => void,
      ) => void)
    | undefined;
  readonly cleared: string[] = [];
  readonly protocol = {
    isProtocolHandled: () => false,
    handle: vi.fn<(scheme: string, handler: () => Response) => void>(),
  };
  readonly webRequest = Object.fromEntries(
    ['onBeforeRequest', 'onBeforeSendHeaders', 'onHeadersReceived'].map((name) => [
      name,
      (...args: unknown[]) => void this.listeners.set(name, args.at(-1) as RequestListener),
    ]),
  );
  setPermissionRequestHandler = vi.fn();
  setPermissionCheckHandler = vi.fn();
  setDevicePermissionHandler = vi.fn();
  setSpellCheckerEnabled = vi.fn();
  setCertificateVerifyProc = (verify: NonNullable<Session['verify']>): void => {
    this.verify = verify;
  };
  closeAllConnections = async (): Promise<void> => void this.cleared.push('connections');
  clearStorageData = async (): Promise<void> => void this.cleared.push('storage');
  clearCache = async (): Promise<void> => void this.cleared.push('cache');
  clearAuthCache = async (): Promise<void> => void this.cleared.push('auth');
}

const sessions = new Map<string, Session>();

export const session = {
  defaultSession: new Session(),
  /** The same one for the same name. */
  fromPartition(name: string): Session {
    const known = sessions.get(name) ?? new Session();
    sessions.set(name, known);
    return known;
  },
};

/** The process of Chromium's network. Undefined while there is none. */
export const network = { pid: 1 as number | undefined };

const loginItem = { args: undefined as string | undefined, wasOpenedAtLogin: false };

export const app = Object.assign(new EventEmitter(), {
  isPackaged: true,
  loginItem,
  getAppPath: () => '/opt/castellan',
  getPath: (name: string) => `/var/${name}`,
  getVersion: () => '1.2.3',
  getLocale: () => 'en',
  getGPUFeatureStatus: () => ({}),
  getAppMetrics: () => (network.pid === undefined ? [] : [{ serviceName: 'network.mojom.NetworkService', ...network }]),
  disableHardwareAcceleration: vi.fn<() => void>(),
  setAsDefaultProtocolClient: () => true,
  whenReady: async () => {},
  // Like Windows: an entry is found only by its arguments.
  setLoginItemSettings: ({ openAtLogin, args }: { openAtLogin: boolean; args: string[] }) => {
    loginItem.args = openAtLogin ? args.join() : undefined;
  },
  getLoginItemSettings: (options?: { args: string[] }) => ({
    openAtLogin: loginItem.args !== undefined && loginItem.args === options?.args.join(),
    wasOpenedAtLogin: loginItem.wasOpenedAtLogin,
  }),
});

/** What main/desktop answers to requests of the console's own scheme. */
export const protocol = { handle: vi.fn<(scheme: string, handler: (request: Request) => Promise<Response>) => void>() };
/** A request of the app. What comes back is for the test to emit. */
export class ClientRequest extends EventEmitter {
  /** The newest one. */
  static last: ClientRequest | undefined;
  readonly options: object;
  readonly abort = vi.fn<() => void>();
  readonly end = vi.fn<() => void>();
  constructor(options: object) {
    super();
    this.options = options;
    ClientRequest.last = this;
  }
}
export const net = {
  request: (options: object) => new ClientRequest(options),
  fetch: vi.fn<(address: string) => Promise<Response>>(),
};
/** What pages may call, by channel. */
const callable = new Map<string, (event: object, ...args: unknown[]) => unknown>();
export const ipcMain = Object.assign(new EventEmitter(), {
  callable,
  handle: (channel: string, handler: (event: object, ...args: unknown[]) => unknown) =>
    void callable.set(channel, handler),
});
export const nativeTheme = Object.assign(new EventEmitter(), { shouldUseDarkColors: false, themeSource: 'system' });
export const screen = {
  getPrimaryDisplay: () => ({ id: 1, workArea }),
  getAllDisplays: () => [{ id: 1, workArea }],
};
export const dialog = {
  showMessageBox: vi.fn<(...args: unknown[]) => Promise<{ response: number; checkboxChecked: boolean }>>(),
  showSaveDialog: vi.fn<(options: { defaultPath: string }) => Promise<{ canceled: boolean; filePath: string }>>(),
  showOpenDialog: vi.fn<(...args: unknown[]) => Promise<{ canceled: boolean; filePaths: string[] }>>(),
  showErrorBox: vi.fn<(title: string, content: string) => void>(),
};
export const Menu = { buildFromTemplate: () => ({ popup: () => {} }), setApplicationMenu: () => {} };
export const clipboard = { writeText: vi.fn<(text: string) => void>() };
/** What preload hears and sends. Emit what main would send. */
export const ipcRenderer = Object.assign(new EventEmitter(), {
  send: vi.fn<(channel: string, ...args: unknown[]) => void>(),
  invoke: vi.fn<(channel: string, ...args: unknown[]) => Promise<unknown>>(async () => undefined),
});
