import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createApplication } from '#e2e/support/applications.ts';
import { connect } from '#e2e/support/screens/hosting-cast.ts';
import { type Cast, screenTests } from '#e2e/support/screens/screen-test.ts';
import { focusFirstError } from './focus-field.ts';

const screenTest = screenTests();

/** Where a form with a group of controls is: its address, and what opens it. */
interface FormWithGroup {
  group: string;
  at: (cast: Cast) => Promise<{ path: string; open?: readonly string[] }>;
}

const forms: Record<string, FormWithGroup> = {
  'security/create-key-dialog.tsx': {
    group: 'scopes',
    at: async () => ({ path: '/dashboard/profile?tab=api-keys', open: ['Create key'] }),
  },
  'service-accounts/service-account-fields.tsx': {
    group: 'scopes',
    at: async () => ({ path: '/dashboard/settings?tab=service-accounts', open: ['Create service account'] }),
  },
  'team/custom-role-fields.tsx': {
    group: 'permissions',
    at: async () => ({ path: '/dashboard/team?tab=roles', open: ['Create custom role'] }),
  },
  'applications/application-who.tsx': {
    group: 'allowed_roles',
    at: async ({ app, owner }) => {
      const { application_id } = await createApplication(app, owner, { access: 'restricted' });
      return { path: `/dashboard/applications/${application_id}` };
    },
  },
  'applications/protected-paths.tsx': {
    group: 'path_rules',
    at: async ({ app, owner }) => {
      const host = { kind: 'proxied' as const, redirect_uris: [], host: 'groups.example' };
      const rules = { path_rules: [{ path: '/a', access: 'public' as const }] };
      const { application_id } = await createApplication(app, owner, { ...host, ...rules });
      return { path: `/dashboard/applications/${application_id}` };
    },
  },
  'hosting/settings/connection-form.tsx': {
    group: 'mode',
    at: async (cast) => {
      await connect(cast);
      return { path: '/dashboard/hosting/settings' };
    },
  },
};

it('knows every form that has a group of controls', () => {
  const features = 'renderer/features';
  const found = globSync('**/*.tsx', { cwd: features }).filter((file) =>
    /<(?:Checkbox|Radio|Switch)\.Group\b[^>]*getInputProps|data-path=/.test(
      readFileSync(`${features}/${file}`, 'utf8').replaceAll('=>', ''),
    ),
  );
  expect(Object.keys(forms).toSorted()).toEqual(found.toSorted());
});

for (const [file, { group, at }] of Object.entries(forms)) {
  screenTest(file.replace(/\.tsx$/, ''), [], `moves the focus to the first control of ${group}`, async (cast) => {
    const { path, open = [] } = await at(cast);
    const page = await cast.open(cast.owner, path);
    for (const button of open) await page.press(button);
    await page.settled();
    const field = () => document.querySelector<HTMLElement>(`form [data-path="${group}"]`);
    await expect.poll(field).not.toBeNull();
    const form = field()?.closest('form');
    focusFirstError(form as HTMLFormElement, [group], { [group]: 'Wrong' });
    const [first] = field()?.querySelectorAll<HTMLElement>('input:not([type=hidden])') ?? [];
    expect(document.activeElement).toBe(first);
  });
}

for (const [button, text, [path, ...open]] of [
  ['Create key', 'Choose at least one scope', ['/dashboard/profile?tab=api-keys', 'Create key']],
  [
    /^Create service account$/,
    'Choose at least one scope',
    ['/dashboard/settings?tab=service-accounts', 'Create service account'],
  ],
  ['Create custom role', 'Choose at least one permission', ['/dashboard/team?tab=roles', 'Create custom role']],
] as const) {
  screenTest(
    'components/use-operation-form',
    [],
    `says at once what a form lacks: ${path}`,
    async ({ owner, open: at }) => {
      const page = await at(owner, path);
      for (const name of open) await page.press(name);
      const scrolled: unknown[] = [];
      await page.fill('Name', 'Robot');
      const { scrollIntoView } = Element.prototype;
      Element.prototype.scrollIntoView = function (options) {
        scrolled.push([this, options]);
      };
      try {
        await page.press(button);
      } finally {
        Element.prototype.scrollIntoView = scrollIntoView;
      }
      const error = await page.see(text);
      const first = document.querySelector('[role=dialog] [data-path] [type=checkbox]');
      expect(document.activeElement).toBe(first);
      expect(scrolled).toEqual([[first, { block: 'center' }]]);
      expect(error.compareDocumentPosition(first as Element) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy();
    },
  );
}
