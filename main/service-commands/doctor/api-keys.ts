import type { DatabasePlace } from '../../storage/database/database-place.ts';
import { countWorkingKeys } from '../../storage/store/database-facts.ts';
import { whyUnreadable } from './keys.ts';

/** Who can call the API without signing in: the keys that work, by whose they are. */
export const checkApiKeys = async (database: DatabasePlace, now: number): Promise<string> => {
  const why = whyUnreadable(await database.inspect('none'));
  if (why !== undefined) return why;
  const { ofMembers, ofServiceAccounts, endless, withoutCreator } = await database.read((db) =>
    countWorkingKeys(db, now),
  );
  if (ofMembers + ofServiceAccounts === 0) return 'none work';
  const parts = [
    `${ofMembers} of members and ${ofServiceAccounts} of service accounts work`,
    ...(endless > 0 ? [`without expiration: ${endless}`] : []),
    ...(withoutCreator > 0 ? [`of service accounts, by people who have left or are disabled: ${withoutCreator}`] : []),
  ];
  return parts.join('; ');
};
