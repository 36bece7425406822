import { expect, test } from 'vitest';
import { english } from '#e2e/support/texts.ts';
import { endReasons } from '#shared/texts/errors.ts';
import { endMessage } from './end-reasons.logic.ts';

test('every end reason has a text', () => {
  for (const reason of endReasons) {
    const { title, detail } = endMessage(reason, english);
    expect(`${title} ${detail}`).not.toMatch(/auth\.ends|\{\{/);
  }
});

test('reasons that may involve a stranger are shown as warnings', () => {
  const alarming = endReasons.filter((reason) => endMessage(reason, english).alarming);
  expect(alarming).toEqual(['password_changed', 'second_factor_reset', 'email_changed', 'reuse_detected']);
});
