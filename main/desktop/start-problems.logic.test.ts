import { expect, it } from 'vitest';
import { startProblemNotices } from './start-problems.logic.ts';
import { textsIn } from './texts.ts';

const none = {
  damagedSettings: undefined,
  damagedBackups: undefined,
  policyFile: '/etc/castellan/desktop-policy.json',
  policy: { problems: [] },
  lostProfile: undefined,
};
const bodies = (found: Partial<Parameters<typeof startProblemNotices>[0]>) =>
  startProblemNotices({ ...none, ...found }, textsIn('en')).map(({ body }) => body);

it('tells each problem by the file or folder that has it', () => {
  expect(bodies({})).toEqual([]);
  expect(bodies({ damagedSettings: '/data/settings.json.damaged-1' })).toEqual([
    'Castellan uses the defaults for those. The old settings are in /data/settings.json.damaged-1.',
  ]);
  expect(bodies({ damagedBackups: '/data/backups.json.damaged-1' })).toEqual([
    'Choose their folder and passphrase again, under Settings → This server → Backups. What was stored is in /data/backups.json.damaged-1.',
  ]);
  expect(bodies({ policy: { problems: ['theme', 'servers[0].address'] } })).toEqual([
    'Castellan ignores these parts of /etc/castellan/desktop-policy.json: theme, servers[0].address.',
  ]);
  expect(bodies({ lostProfile: '/home/ann/.config/Castellan' })).toEqual([
    'It can’t write to /home/ann/.config/Castellan, so settings and sign-ins are lost then.',
  ]);
});
