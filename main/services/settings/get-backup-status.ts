import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { presentBackups } from './present-backups.ts';

export const getBackupStatus: Handler<typeof contract.settings.getBackupStatus> = (context, _input, { caller }) =>
  presentBackups(context, caller);
