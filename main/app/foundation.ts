import type { Config } from '../config/config.ts';
import type { Clock } from '../platform/clock.ts';
import type { ClockWatch } from '../platform/clock-watch.ts';
import type { DataFolder } from '../platform/data-folder.ts';
import type { Ids } from '../platform/ids.ts';
import type { Logger } from '../platform/logger.ts';
import type { SteadyClock } from '../platform/steady-clock.ts';
import type { OpenInstallation } from '../security/open-installation.ts';

/** What each part of the service is composed from. */
export interface Foundation {
  readonly config: Config;
  readonly folder: DataFolder;
  readonly installation: OpenInstallation;
  readonly clock: Clock;
  readonly clockWatch: ClockWatch;
  readonly steady: SteadyClock;
  readonly ids: Ids;
  readonly log: Logger;
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
}
