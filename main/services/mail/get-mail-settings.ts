import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { presentMailSettings } from './present-mail-settings.ts';

export const getMailSettings: Handler<typeof contract.mail.getMailSettings> = (context, _input, { caller }) =>
  presentMailSettings(context, caller);
