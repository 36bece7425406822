import { expect, test } from 'vitest';
import { isRefused, may, roleAlone } from '../rules/permissions.ts';
import { roles } from '../rules/roles.ts';
import { operations } from './index.ts';
import { liveTopicNames, liveTopics } from './live-topics.ts';
import { isRead } from './operation.ts';

const watched = operations.map(({ operation }) => operation).filter(({ topics }) => topics !== undefined);

test.each(watched.map((operation) => [operation.id, operation] as const))(
  '%s: whoever may call it hears of its topics',
  (_id, operation) => {
    expect(isRead(operation)).toBe(true);
    const callers = roles.filter((role) => operation.allow && !isRefused(roleAlone(role), operation.allow));
    for (const topic of operation.topics ?? []) {
      expect(callers.filter((role) => !may(roleAlone(role), liveTopics[topic]))).toEqual([]);
    }
  },
);

test('each topic is of use', () => {
  const used = new Set(watched.flatMap(({ topics = [] }) => topics));
  expect(liveTopicNames.filter((topic) => !used.has(topic))).toEqual([]);
});
