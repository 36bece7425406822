import type { z } from 'zod';
import type { tagCost } from '#shared/contract/hosting/resources/servers.ts';
import { fromMinor } from '#shared/flows/money.ts';
import { byText } from '#shared/text-input/text-keys.ts';
import type { ServerRow, sumTaggedCosts } from '../../../storage/store/hosting/servers.ts';

/** The tags of a server, by name. */
export const tagsOf = ({ tags }: Pick<ServerRow, 'tags'>): string[] => tags.split(',').filter((tag) => tag !== '');

/** Tags as they are stored: each between two commas, so that one that is part of another isn't found in its place. */
export const storedTags = (tags: Iterable<string>): string => {
  const each = [...new Set(tags)].toSorted(byText);
  return each.length === 0 ? '' : `,${each.join(',')},`;
};

/** What the servers of each tag cost. One with two tags counts for both. */
export const presentTagCosts = (
  combinations: Awaited<ReturnType<typeof sumTaggedCosts>>,
): z.output<typeof tagCost>[] => {
  const sums = new Map<string, { servers: number; cost: number }>();
  for (const { servers, cost, ...combination } of combinations) {
    for (const tag of tagsOf(combination)) {
      const before = sums.get(tag) ?? { servers: 0, cost: 0 };
      sums.set(tag, { servers: before.servers + servers, cost: before.cost + cost });
    }
  }
  return [...sums]
    .toSorted(([one], [other]) => byText(one, other))
    .map(([tag, { servers, cost }]) => ({ tag, servers, monthly_cost: fromMinor(cost) }));
};
