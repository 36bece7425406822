import type { contract } from '#shared/contract/index.ts';
import { serverLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import { found } from '../../../platform/app-error.ts';
import { findServers, updateServer } from '../../../storage/store/hosting/servers.ts';
import type { Handler } from '../../handler.ts';
import { recordEvent } from '../../recording/record-event.ts';
import { findScope } from '../hosting-context.ts';
import { providerTarget } from '../targets.ts';
import { storedTags, tagsOf } from './tags.ts';

/** Tags all of these servers, or none if one is unknown or would have too many. */
export const tagServers: Handler<typeof contract.hosting.tagServers> = async (
  context,
  { serviceids, add, remove },
  { client, transaction },
) =>
  transaction(async (tx, { user }) => {
    const scope = found(await findScope(tx, user.tenantId));
    const wanted = new Set(serviceids);
    const servers = await findServers(tx, scope, [...wanted]);
    if (servers.length < wanted.size) throw new AppError('NOT_FOUND');
    let changed = 0;
    for (const server of servers) {
      const tags = new Set([...tagsOf(server).filter((tag) => !remove.includes(tag)), ...add]);
      if (tags.size > serverLimits.tags) {
        const errors = [fieldError('add', { reason: 'over_limit', params: { max: serverLimits.tags } })];
        throw new AppError('VALIDATION_FAILED', { errors });
      }
      const stored = storedTags(tags);
      if (stored === server.tags) continue;
      await updateServer(tx, server, { tags: stored });
      changed += 1;
    }
    await recordEvent(context, tx, {
      action: 'tagServers',
      actor: user,
      client,
      target: providerTarget(user.tenantId, scope.mode),
      details: { servers: changed, tags_added: add.join(', '), tags_removed: remove.join(', ') },
    });
    return { changed };
  });
