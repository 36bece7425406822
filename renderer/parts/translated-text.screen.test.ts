import { createElement, Fragment, type ReactNode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { type TranslatorStyle, translate } from '#e2e/support/translator.ts';
import { keepTranslated } from './translated-text.ts';

const styles: TranslatorStyle[] = ['replaces', 'inserts and removes', 'wraps'];
const p = (...children: ReactNode[]): ReactNode => createElement('p', null, ...children);
const named = (name: string): ReactNode => createElement(Fragment, { key: name }, name);

/** What a component shows, one after the other. */
const stories: Record<string, ReactNode[]> = {
  'texts that appear and disappear': [
    p(),
    p('2 addresses', ' ', 'one is wrong'),
    p('3 addresses', false, false),
    p(false, ' ', 'two are wrong'),
    p(),
  ],
  'a text that changes': [p('1 of 3'), p('2 of 3'), p('3 of 3')],
  'a text beside another': [p('From ', '1', ' to ', '9'), p('From ', '2', ' to ', '8'), p('From ', '3', ' to ', '7')],
  'an element before a text': [
    p(false, 'Save'),
    p(createElement('b', { key: 'b' }, 'Busy'), 'Save'),
    p(createElement('b', { key: 'b' }, 'Still busy'), 'Save it'),
    p(false, 'Saved'),
  ],
  'texts that change places': [
    p(['a', 'b', 'c'].map(named)),
    p(['c', 'a', 'b'].map(named)),
    p(['b', 'd', 'a'].map(named)),
  ],
  'an element in the place of a text': [p('Loading'), p(createElement('i', null, 'Nothing')), p('Loaded')],
  'texts without an element of their own': ['one', ['one', ' two'], 'three', null, 'four'],
};

/** Observers run after the current task. */
const observed = () => new Promise((resolve) => setTimeout(resolve, 2));

test.each(styles.flatMap((style) => Object.entries(stories).map(([name, story]) => [style, name, story] as const)))(
  'where a translator %s texts, React shows %s',
  async (style, _name, story) => {
    const [page, twin] = [document.createElement('div'), document.createElement('div')];
    document.body.append(page, twin);
    const [root, beside] = [createRoot(page), createRoot(twin)];
    const stops = [keepTranslated(page), translate(page, style)];
    onTestFinished(() => {
      root.unmount();
      beside.unmount();
      for (const stop of stops) stop();
      document.body.replaceChildren();
    });
    for (const shown of story) {
      flushSync(() => {
        root.render(shown);
        beside.render(shown);
      });
      await observed();
      expect(page.textContent).toBe(twin.textContent);
      expect(page.querySelector('font') !== null).toBe(twin.textContent !== '');
    }
  },
);
