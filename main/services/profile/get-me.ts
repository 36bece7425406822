import type { contract } from '#shared/contract/index.ts';
import type { Handler } from '../handler.ts';
import { presentUser } from './present-user.ts';

/** Seed 000 §4 #9. The guard has just read the account, so there is nothing to load. */
export const getMe: Handler<typeof contract.profile.getMe> = async (_context, _input, { caller }) =>
  presentUser(caller);
