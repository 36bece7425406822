import { slugOf } from '#shared/slug.ts';
import type { AppContext } from '../../../context.ts';
import type { WriteTransaction } from '../../../database/schema.ts';
import { findUser, type UserRow } from '../../../store/users.ts';
import { companyActs } from './company.ts';
import { incidentActs } from './incidents.ts';
import { memberActs } from './members.ts';
import type { Past } from './past.ts';
import { samplePeople, sampleWorkspaces } from './people.ts';
import type { Stage } from './stage.ts';

/** What it is called says what it is, wherever the name stands. */
const companyName = 'Harbour & Pine (sample)';

const stageOf = ({ clock, ids }: AppContext, passwordHash: string): Stage => {
  const cast = samplePeople.map((person) => ({ ...person, id: ids.id('user') }));
  const [owner] = cast;
  if (!owner) throw new Error('The sample has nobody in it');
  const places = sampleWorkspaces.map((place) => ({ ...place, id: ids.id('ws'), slug: slugOf(place.name) }));
  return { present: clock.now(), owner, cast, places, passwordHash };
};

/**
 * Writes the sample's history from its first day to the present, each act as its operation would have left it, and
 * returns the owner. The acts run in the order of their instants, so that the audit log is one chain like any other.
 */
export const writeSample = async (
  context: AppContext,
  tx: WriteTransaction,
  passwordHash: string,
): Promise<UserRow> => {
  const stage = stageOf(context, passwordHash);
  const acts = [...companyActs(stage), ...memberActs(stage), ...incidentActs(stage)];
  let instant = stage.present;
  const past: Past = {
    context: { ...context, clock: { now: () => instant } },
    tx,
    tenant: { id: context.ids.id('tnt'), name: companyName },
  };
  for (const { at, run } of acts.toSorted((one, other) => one.at - other.at)) {
    instant = at;
    await run(past);
  }
  const owner = await findUser(tx, stage.owner.id);
  if (!owner) throw new Error('The owner of the sample is missing');
  return owner;
};
