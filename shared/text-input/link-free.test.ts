import { expect, it } from 'vitest';
import { isLinkFree, paragraphsWithoutLinks } from './link-free.ts';

it.each([
  'Welcome to the team.',
  'We start at 9:30. Bring a laptop: you will need it.',
  'First line\n\nSecond  line ',
  'Willkommen! Fragen? Ihre Ansprechpartnerin hilft.',
  '',
])('%j has no links', (text) => {
  expect(isLinkFree(text)).toBe(true);
});

it.each([
  'Sign in at https://evil.example first',
  'See evil.example',
  'Write to thief@evil.example',
  'www.evil.com',
  'Fine\nevil\uff0ecom',
  'ev\u00adil.com',
  '//evil/unlock',
  'javascript:alert(1)',
])('%j has one', (text) => {
  expect(isLinkFree(text)).toBe(false);
});

it('shows each line as a paragraph', () => {
  expect(paragraphsWithoutLinks(' One.\n\n Two  words, see evil.example')).toEqual([
    'One.',
    'Two words, see evil example',
  ]);
});
