import type { AppContext } from './context.ts';
import type { LogOutput } from './platform/log-output.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { freeBytes } from './platform/storage-error.ts';
import { countOpenSessions } from './store/identity/sessions.ts';
import { countWaitingMails } from './store/mail/mails.ts';
import type { Proxies } from './transport/http/proxies.ts';

/** What `/metrics` shows in addition to requests and the process itself. */
export const createServiceMetrics = (
  { config, db, clock }: AppContext,
  proxies: Proxies,
  logOutput?: Pick<LogOutput, 'dropped'>,
): Metrics =>
  createMetrics({
    castellan_sessions_open: {
      help: 'Open sessions',
      read: () => countOpenSessions(db.read, clock.now()),
    },
    castellan_mails_waiting: {
      help: 'Emails waiting to be sent',
      read: () => countWaitingMails(db.read),
    },
    castellan_disk_free_bytes: {
      help: 'Free bytes on the disk that holds the data folder',
      read: () => freeBytes(config.dataDir),
    },
    castellan_untrusted_forwarded_requests_total: {
      type: 'counter',
      help: 'Requests with X-Forwarded-For from an address that is not a trusted proxy',
      read: async () => proxies.untrusted(),
    },
    castellan_log_lines_dropped_total: {
      type: 'counter',
      help: 'Log lines dropped because they could not be written',
      read: async () => logOutput?.dropped() ?? 0,
    },
  });
