import { beforeEach, describe, expect, it } from 'vitest';
import { createTopicVersions, type TopicVersions } from './topic-versions.ts';

let versions: TopicVersions<'authority' | 'members'>;
beforeEach(() => {
  versions = createTopicVersions(3);
});
const changeIn = (...tenants: string[]) => versions.advance([['authority', new Set(tenants)]]);
const holds = (tenant: string, position: number) => versions.isCurrent('authority', tenant, position);

describe('what was read', () => {
  it('holds until a commit changes the same topic for the same tenant', () => {
    const position = versions.position();
    changeIn('a');
    expect([holds('a', position), holds('b', position)]).toEqual([false, true]);
    expect(versions.isCurrent('members', 'a', position)).toBe(true);
    expect(holds('a', versions.position())).toBe(true);
  });

  it('holds for nobody after a commit that may have changed anything', () => {
    changeIn('a');
    const position = versions.position();
    versions.advance([['authority', 'all']]);
    expect([holds('a', position), holds('b', position)]).toEqual([false, false]);
    expect([holds('a', versions.position()), holds('b', versions.position())]).toEqual([true, true]);
  });

  it('never holds longer because a tenant is no longer remembered', () => {
    const position = versions.position();
    changeIn('a');
    const later = versions.position();
    for (const tenant of ['b', 'c', 'd']) changeIn(tenant);
    expect(holds('a', position)).toBe(false);
    // Nobody knows anymore whether it was this tenant that changed.
    expect(holds('other', position)).toBe(false);
    expect([holds('a', later), holds('other', later)]).toEqual([true, true]);
    expect(holds('b', later)).toBe(false);
  });
});
