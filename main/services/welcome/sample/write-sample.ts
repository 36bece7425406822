import { slugOf } from '#shared/text-input/slug.ts';
import type { WriteTransaction } from '../../../storage/database/schema.ts';
import { findUser, type UserRow } from '../../../storage/store/identity/users.ts';
import type { AppContext } from '../../context.ts';
import { companyEvents } from './company-events.ts';
import { hostingEvents } from './hosting-events.ts';
import { invoiceEvents, reconciliationEvents } from './invoice-events.ts';
import { memberEvents } from './member-events.ts';
import { samplePeople, sampleWorkspaces } from './people.ts';
import { playEvents } from './sample-events.ts';
import { securityEvents } from './security-events.ts';
import { ago, hostingAge, type Timeline } from './timeline.ts';
import { upgradeEvents } from './upgrade-events.ts';

/** The name marks it as sample data wherever it appears. */
const companyName = 'Harbour & Pine (sample)';

const createTimeline = ({ clock, ids }: AppContext, passwordHash: string): Timeline => {
  const people = samplePeople.map((person) => ({ ...person, id: ids.id('user') }));
  const [owner] = people;
  if (!owner) throw new Error('The sample has no people');
  const places = sampleWorkspaces.map((place) => ({ ...place, id: ids.id('ws'), slug: slugOf(place.name) }));
  const tenant = { id: ids.id('tnt'), name: companyName };
  return { present: clock.now(), tenant, ids, owner, people, places, passwordHash };
};

/**
 * Writes the sample's history from its first day to now, each event as its operation would have, and returns the owner.
 * Events run in chronological order, so that the audit log is a regular chain.
 */
export const writeSample = async (
  context: AppContext,
  tx: WriteTransaction,
  passwordHash: string,
): Promise<UserRow> => {
  const timeline = createTimeline(context, passwordHash);
  const events = [
    ...companyEvents(timeline),
    ...memberEvents(timeline),
    ...securityEvents(timeline),
    ...hostingEvents(timeline),
    ...upgradeEvents(timeline),
    ...invoiceEvents(timeline.owner, ago(timeline, hostingAge), timeline.present),
    ...reconciliationEvents(ago(timeline, hostingAge), timeline.present),
  ];
  await playEvents(context, tx, timeline.tenant, events);
  const owner = await findUser(tx, timeline.owner.id);
  if (!owner) throw new Error('The owner of the sample is missing');
  return owner;
};
