import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.ts';

describe('the options that a start at login keeps', () => {
  it.each([
    [[], {}, []],
    [['--data-dir', '/srv/data', '--port', '4444'], {}, ['--data-dir=/srv/data', '--port=4444']],
    // At login, the app starts in another folder.
    [['--data-dir=data'], {}, [`--data-dir=${resolve('data')}`]],
    [['--config', 'castellan.json'], {}, [`--config=${resolve('castellan.json')}`]],
    // Nor are there the variables of this start.
    [[], { CASTELLAN_DATA_DIR: '/srv/other' }, ['--data-dir=/srv/other']],
    [['--data-dir=/srv/data'], { CASTELLAN_DATA_DIR: '/srv/other' }, ['--data-dir=/srv/data']],
    [[], { CASTELLAN_CONFIG: '/etc/castellan.json' }, ['--config=/etc/castellan.json']],
    [['--hidden', '--inspect=0', 'castellan://evil', '--no-sandbox'], {}, []],
  ])('of %j and %j are %j', (argv, environment, kept) => {
    expect(readCommandLine(argv, environment).keptOptions).toEqual(kept);
  });
});
