import { app } from 'electron';
import { second } from '#shared/rules/limits.ts';
import type { Logger } from '../platform/logger.ts';
import type { SettingsStore } from './settings.ts';

/** Chromium's name for the process of its network. */
const networkService = 'network.mojom.NetworkService';

/** The process of Chromium's network. Undefined while there is none. */
export const networkProcess = (): number | undefined =>
  app.getAppMetrics().find(({ serviceName }) => serviceName === networkService)?.pid;

/** Chromium gives up, and the app with it, after six. */
export const mostGraphicsCrashes = 3;

/** Chromium doesn't say when the next process of its network is there. */
const replacedAfterMs = [0, second] as const;

/** Calls the listener after the process of Chromium's network has crashed: the next one lacks what that was told. */
export const onLostNetwork = (listener: () => void): void =>
  void app.on('child-process-gone', (_event, { serviceName }) => {
    if (serviceName !== networkService) return;
    for (const delay of replacedAfterMs) setTimeout(listener, delay).unref();
  });

/**
 * Logs when a helper process ends: otherwise its crash would leave no trace. If the graphics process keeps crashing, the
 * next starts go without the graphics card. Call it before the app is ready.
 */
export const watchLostProcesses = (settings: Pick<SettingsStore, 'get' | 'set'>, log: Logger): void => {
  if (!settings.get().usesGraphics) app.disableHardwareAcceleration();
  let crashes = 0;
  app.on('child-process-gone', (_event, { type, reason, exitCode, serviceName, name }) => {
    if (reason === 'clean-exit') return;
    log.error({ type, reason, exit_code: exitCode, service: serviceName ?? name }, 'helper process exited');
    if (type !== 'GPU') return;
    crashes += 1;
    if (crashes !== mostGraphicsCrashes) return;
    log.warn('the next start will not use the graphics card');
    settings.set({ usesGraphics: false });
  });
};
