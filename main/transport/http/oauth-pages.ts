import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { oauthPrefix } from '#shared/contract/http-names.ts';
import { textLimits } from '#shared/rules/limits.ts';
import { AppError } from '#shared/texts/errors.ts';
import { fieldError } from '#shared/texts/field-reasons.ts';
import type { Exchange } from '../../oauth/interaction.ts';
import type { PersonCaller } from '../../security/caller.ts';
import type { SystemContext } from '../../services/context.ts';
import type { OauthRequests } from './oauth-requests.ts';
import type { BodyReader } from './read-body.ts';

const config = { limit: { auth: 'none', throttle: 'token_guess' } } as const;

const exchangeOf = ({ params, raw }: FastifyRequest, reply: FastifyReply): Exchange => ({
  uid: (params as { uid: string }).uid,
  messages: [raw, reply.raw],
});

/** What the pages of the console ask and tell while a person signs in to an application, or types the code of a device. */
export const oauthPages = (
  fastify: FastifyInstance,
  context: SystemContext,
  { caller, forPage, senderOf }: OauthRequests,
  readBody: BodyReader,
): void => {
  const person = async (request: FastifyRequest): Promise<PersonCaller> => {
    const found = await caller(request);
    if (!found) throw new AppError('UNAUTHENTICATED');
    return found;
  };
  const at = `${oauthPrefix}/interaction/:uid`;
  fastify.get(`${at}/asked`, { config, exposeHeadRoute: false }, (request, reply) =>
    forPage(config, request, reply, async (oauth) => {
      const { asked } = await import('../../oauth/interaction.ts');
      return asked(context, oauth, exchangeOf(request, reply), await caller(request));
    }),
  );
  fastify.post(`${at}/go-on`, { config }, (request, reply) =>
    forPage(config, request, reply, async (oauth) => {
      const { goOn } = await import('../../oauth/interaction.ts');
      const who = { caller: await person(request), client: senderOf(request, reply).client };
      return { location: await goOn(context, oauth, exchangeOf(request, reply), who) };
    }),
  );
  fastify.post(`${at}/refuse`, { config }, (request, reply) =>
    forPage(config, request, reply, async (oauth) => {
      const { refuse } = await import('../../oauth/interaction.ts');
      const { client } = senderOf(request, reply);
      return { location: await refuse(context, oauth, exchangeOf(request, reply), client) };
    }),
  );

  const userCodeOf = async (request: FastifyRequest): Promise<string> => {
    const { user_code } = ((await readBody(request, {})) ?? {}) as { user_code?: unknown };
    if (typeof user_code === 'string' && user_code.length <= textLimits.code) return user_code;
    throw new AppError('VALIDATION_FAILED', { errors: [fieldError('user_code', { reason: 'invalid' })] });
  };
  fastify.post(`${oauthPrefix}/device/asked`, { config }, (request, reply) =>
    forPage(config, request, reply, async (oauth) => {
      const { askedByDevice } = await import('../../oauth/device.ts');
      return askedByDevice(context, oauth, await person(request), await userCodeOf(request));
    }),
  );
  fastify.post(`${oauthPrefix}/device/go-on`, { config }, (request, reply) =>
    forPage(config, request, reply, async (oauth) => {
      const { allowDevice } = await import('../../oauth/device.ts');
      const who = { caller: await person(request), client: senderOf(request, reply).client };
      await allowDevice(context, oauth, who, await userCodeOf(request));
      return {};
    }),
  );
  fastify.post(`${oauthPrefix}/device/refuse`, { config }, (request, reply) =>
    forPage(config, request, reply, async () => {
      const { refuseDevice } = await import('../../oauth/device.ts');
      const who = { caller: await person(request), client: senderOf(request, reply).client };
      await refuseDevice(context, who, await userCodeOf(request));
      return {};
    }),
  );
};
