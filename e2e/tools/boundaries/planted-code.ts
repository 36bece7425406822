interface Plants {
  readonly paths: readonly string[];
  readonly broken: readonly string[];
  readonly fine: readonly string[];
}

const kysely = "import { sql } from 'kysely'; ";

/* biome-ignore-start lint/suspicious/noTemplateCurlyInString: they are sources of files */
/** For each rule, code that breaks it and code that doesn't, and where it could stand. */
export const plants: Readonly<Record<string, Plants>> = {
  'raw SQL': {
    paths: ['main/storage/store/team/planted.ts', 'main/storage/database/planted.ts', 'main/backup/planted.ts'],
    broken: [
      `${kysely}export const by = (column: string) => sql.raw(column);`,
      `${kysely}export const by = (column: string) => sql.raw(\`order by \${column}\`);`,
      `${kysely}export const by = (column: string) => sql.raw('order by ' + column);`,
      `${kysely}export const by = (column: string) => sql['raw'](column);`,
      `${kysely}export const { raw } = sql;`,
      `${kysely}export const raw = sql.raw;`,
      "import { sql as text } from 'kysely'; export const by = (column: string) => text.raw(column);",
      `${kysely}export const { ['raw']: build } = sql;`,
      `${kysely}export const { [\`raw\`]: build } = sql;`,
      `${kysely}export const by = (text: string) => sql(Object.assign([text], { raw: [text] }));`,
      "import { sql as tag } from 'kysely'; export const by = (text: string) => tag(Object.assign([text], { raw: [text] }));",
      `${kysely}export const tag = sql; export const by = (text: string) => tag(Object.assign([text], { raw: [text] }));`,
      "import { RawNode } from 'kysely'; export const by = (text: string) => RawNode.createWithSql(text);",
      "import { RawNode as Raw } from 'kysely'; export const by = Raw['create'];",
      "import { CompiledQuery } from 'kysely'; export const by = (text: string) => CompiledQuery.raw(text);",
      'export const by = (db: Db, compiled: Compiled) => db.executeQuery(compiled);',
    ],
    fine: [
      `${kysely}export const oldest = sql.raw('order by id');`,
      `${kysely}export const by = (id: string) => sql\`select \${id}\`;`,
      `${kysely}export const columns = sql.join([sql.ref('id'), sql.val(1)]);`,
      "import { RawNode } from 'kysely'; export const isRaw = (query: Query) => RawNode.is(query);",
    ],
  },
  'a swallowed error': {
    paths: [
      'main/services/team/planted.ts',
      'preload/planted.ts',
      'renderer/api/planted.ts',
      'shared/flows/planted.ts',
    ],
    broken: [
      'try { work(); } catch {}',
      'try { work(); } catch (error) {}',
      'export const all = () => { try { work(); } catch { return undefined; } };',
      'export const all = () => { try { work(); } catch { return; } };',
      'try { work(); } catch (error) { void error; }',
      'for (const each of all) try { each(); } catch { continue; }',
      'const ignore = () => {}; work().catch(ignore);',
      'function ignore() {} work().then(use, ignore);',
      'work().catch(() => {});',
      'work().catch(() => undefined);',
      'work().catch(() => null);',
      'work().catch(() => false);',
      'work().catch(() => []);',
      'work().catch((error: unknown) => void 0);',
      'work().catch(() => { return; });',
      'work().catch(function () {});',
      'work()?.catch(() => {});',
      'work().then((done) => done, () => undefined);',
      "work()['catch'](() => {});",
      '// A reason of something else.\n\nwork().catch(() => {});',
    ],
    fine: [
      'try { work(); } catch {\n  // Kept in memory above.\n}',
      'try { work(); } catch { tell(); }',
      'work().catch(() => {}); // The caller has the error.',
      '// The caller has the error.\nwork().catch(() => {});',
      '// The account exists even so.\nconst answer = await work({\n  id: 1,\n}).catch(() => undefined);',
      'work().catch((error) => log.error(error));',
      'work().catch(report);',
      'const report = (error: unknown) => log.error(error); work().catch(report);',
      'export const all = () => {\n  // It may be missing.\n  try { work(); } catch { return undefined; }\n};',
      'export const all = () => { try { work(); } catch { return fallback(); } };',
    ],
  },
  'a compared role': {
    paths: [
      'main/services/team/planted.ts',
      'main/transport/planted.ts',
      'main/security/planted.ts',
      'renderer/features/team/planted.ts',
      'shared/contract/team/planted.ts',
    ],
    broken: [
      "export const may = role === 'owner';",
      "export const may = 'owner' !== caller.user.role;",
      "export const may = member?.role == 'admin';",
      "export const may = workspaceRole === 'Viewer';",
      "export const may = ['owner', 'admin'].includes(role);",
      "export const may = rank !== 'member';",
      "switch (role) { case 'owner': allow(); }",
      'export const may = role === `owner`;',
      "export const may = new Set<Role>(['owner', 'admin']).has(role);",
      "export const may = ['owner', 'admin'].some((each) => each === role);",
    ],
    fine: [
      "export const by = email_verified_by === 'owner' || by === 'admin' || user.emailVerifiedBy === 'owner';",
      "export const page = kind === 'owner';",
      'export const may = isOwner(role) || role === other;',
      "grant('owner');",
    ],
  },
  'a cookie read its own way': {
    paths: ['main/transport/http/planted.ts', 'main/services/auth/planted.ts', 'main/app/planted.ts'],
    broken: [
      'export const read = (request) => request.headers.cookie;',
      'export const read = ({ headers: { cookie } }) => cookie;',
      "export const read = ({ headers }) => headers['cookie'];",
      "export const write = (reply) => reply.header('Set-Cookie', 'a=b');",
    ],
    fine: ["export const text = 'There are no cookies here.';", 'const cookie = (value) => value;'],
  },
  'a text compared its own way': {
    paths: [
      'main/services/team/planted.ts',
      'main/storage/store/planted.ts',
      'renderer/features/team/planted.tsx',
      'shared/contract/team/planted.ts',
      'preload/planted.ts',
    ],
    broken: [
      'export const key = name.toLowerCase();',
      'export const key = name?.toUpperCase();',
      'export const key = name.toLocaleLowerCase();',
      'export const keys = names.map((name) => name.toLocaleUpperCase("tr"));',
      "export const key = name['toLowerCase']();",
      "export const key = name.normalize('NFKD');",
      'export const key = name.normalize();',
      'export const sorted = names.sort((one, other) => one.localeCompare(other));',
      "export const sorted = names.sort(new Intl.Collator('de').compare);",
      'export const lower = String.prototype.toLowerCase;',
    ],
    fine: [
      'export const key = searchKey(name);',
      'export const key = lowerAscii(name);',
      "import { normalize } from 'node:path'; export const path = normalize(given);",
      "import path from 'node:path'; export const clean = path.normalize(given);",
    ],
  },
  'a part loaded its own way': {
    paths: ['renderer/features/team/planted.tsx', 'renderer/api/planted.ts', 'renderer/routes.tsx'],
    broken: [
      "const load = () => import('./part.tsx');",
      "const { Part } = await import('./part.tsx');",
      "const Part = lazy(() => import('./part.tsx'));",
      "const Part = lazyRouteComponent(() => import('./part.tsx'), 'Part');",
      "loadPart(import('./part.tsx'));",
      "loadPart(async () => { await import('./part.tsx'); });",
      "import('./part.tsx').then(show, tell);",
    ],
    fine: [
      "const load = () => loadPart(() => import('./part.tsx'));",
      "const ahead = () => preloadPart(() => import('./part.tsx'));",
      "const Part = lazyRouteComponent(part(() => import('./part.tsx')), 'Part');",
      "type File = typeof import('./en.json');",
      "import { part } from './part.tsx';",
    ],
  },
  'a name of the HTTP interface spelled again': {
    paths: ['main/transport/http/planted.ts', 'renderer/api/planted.ts', 'shared/contract/planted.ts'],
    broken: [
      "export const url = '/api/v1/users/me';",
      'export const url = (base: string) => `${base}/api/v1/users/me`;',
      'export const isApi = (path: string) => /^\\/(api\\/v1|trpc)(\\/|$)/.test(path);',
      "export const isConsole = (path: string) => path.startsWith('/trpc/');",
      'export const reference = (base: string) => `${base}/api/docs`;',
      "export const token = (header: string) => header.replace(/^Bearer +/i, '');",
      'export const headers = (token: string) => ({ authorization: `Bearer ${token}` });',
      "export const background = { 'x-castellan-background': '1' };",
      "export const device = (headers: Headers) => headers.get('castellan-device');",
      'export const allowed = `authorization, idempotency-key`;',
    ],
    fine: [
      "export const scheme = 'Bearer';",
      "export const help = 'Bearer token for /metrics';",
      "import { initTRPC } from '@trpc/server'; export const name = 'trpc-server';",
    ],
  },
  'a browser taken at its word': {
    paths: ['renderer/features/team/planted.tsx', 'renderer/api/planted.ts', 'renderer/main.tsx'],
    broken: [
      "const kept = window.sessionStorage.getItem('name');",
      "localStorage.setItem('name', text);",
      'keep(globalThis.localStorage);',
      "const channel = new BroadcastChannel('name');",
      "await navigator.locks.request('name', run);",
      "window['localStorage'].clear();",
      'const { sessionStorage } = window;',
    ],
    fine: ["keptInTab.write('name', text);", "openTabMessages('name', hear);"],
  },
  'a poll that counts as activity': {
    paths: ['renderer/features/team/planted.tsx', 'renderer/components/planted.ts'],
    broken: [
      'const q = useQuery(queryOptions({}, { refetchInterval: 1_000 }));',
      "const q = { 'refetchInterval': every, trpc: { context: {} } };",
      'const q = { refetchInterval: every, trpc: { context: { background: false } } };',
    ],
    fine: [
      'const q = { refetchInterval: every, trpc: { context: { background: true } } };',
      'const q = useQuery(queryOptions({}, { retry: false }));',
    ],
  },
  'a reason that only a tooltip says': {
    paths: ['renderer/features/team/planted.tsx'],
    broken: [
      "import { Tooltip } from '@mantine/core'; export const Why = () => <Tooltip label={reason}><Button /></Tooltip>;",
      "import { Tooltip as Hint } from '@mantine/core'; export const Why = () => <Hint label={reason}><Button /></Hint>;",
    ],
    fine: ["import { Tooltip } from 'recharts'; export const Chart = () => <Tooltip />;"],
  },
  'a part of Mantine that has one of ours': {
    paths: ['renderer/features/team/planted.tsx', 'renderer/components/planted.tsx'],
    broken: [
      "import { FileButton } from '@mantine/core'; export const Part = () => <FileButton onChange={read} />;",
      "import { Avatar as Face } from '@mantine/core'; export const Part = () => <Face name={name} />;",
    ],
    fine: [
      "import { Avatar } from './avatar.tsx'; export const Part = () => <Avatar name={name} />;",
      'export const Part = () => <ChooseFile accept=".csv" onChoose={read} />;',
    ],
  },
  'a key taken from an input method': {
    paths: ['renderer/features/team/planted.tsx', 'renderer/components/planted.ts'],
    broken: [
      "const listen = (event: KeyboardEvent) => { if (event.key === 'Escape') close(); };",
      "const listen = ({ key }: KeyboardEvent) => { if ('Enter' !== key) return; send(); };",
    ],
    fine: [
      "const listen = (event: KeyboardEvent) => { if (event.key === 'Escape' && !event.isComposing) close(); };",
      "const listen = (event: KeyboardEvent) => { if (event.key === 'ArrowUp') up(); };",
    ],
  },
  'an answer made up': {
    paths: ['renderer/features/team/planted.tsx', 'renderer/components/planted.ts'],
    broken: [
      'const { data } = useQuery(options); const by = (data?.failures ?? []).map(nameOf);',
      'const count = useQuery(options).data?.total || 0;',
    ],
    fine: ['// Only what is listed can be chosen.\nconst listed = query.data?.sessions ?? [];'],
  },
  'a date in an order of its own': {
    paths: ['renderer/features/dashboard/planted.ts'],
    broken: ["export const day = (at: number) => new Intl.DateTimeFormat('en', { day: 'numeric' }).format(at);"],
    fine: ["export const share = (of: number) => new Intl.NumberFormat('en', { style: 'percent' }).format(of);"],
  },
  'text on a screen': {
    paths: ['renderer/features/team/planted.tsx', 'renderer/components/planted.tsx'],
    broken: [
      'export const A = ({ name }: P) => <Text>{`Hello ${name}`}</Text>;',
      "export const A = () => <Text>{'Hello'}</Text>;",
      "export const A = ({ isOn }: P) => <>{isOn ? 'On' : 'Off'}</>;",
      "export const A = ({ name }: P) => <Text>{'Hello ' + name}</Text>;",
      "export const A = ({ isOn }: P) => <Text>{isOn && 'On'}</Text>;",
      "export const A = ({ name }: P) => <Text>{name ?? 'Nobody'}</Text>;",
      "export const A = () => notify({ title: 'Saved', message: 'All is well' });",
      "export const columns = [{ label: 'Name' }];",
      "const greeting = 'Hello'; export const A = () => <Text>{greeting}</Text>;",
      "const greeting = 'Hello'; export const A = () => <Input label={greeting} />;",
      "export const A = ({ name }: P) => <Text>{['Hello', name].join(' ')}</Text>;",
      "export const A = ({ name }: P) => <Text>{'Hello '.concat(name)}</Text>;",
      "export const A = () => notifyDone('Saved');",
      ...['title', 'label', 'placeholder', 'alt', 'description', 'error', 'aria-label', 'closeLabel'].flatMap(
        (name) => [
          `export const A = () => <Input ${name}="Your name" />;`,
          `export const A = ({ x }: P) => <Input ${name}={\`Name of \${x}\`} />;`,
          `export const A = ({ x }: P) => <Input ${name}={x ? 'Your name' : undefined} />;`,
        ],
      ),
    ],
    fine: [
      'export const A = () => <Text size="sm">{t(\'team.title\')}</Text>;',
      'export const A = () => <Input label={t(\'team.name\')} placeholder="mail.example.com" alt="" />;',
      'export const A = ({ from, to }: P) => <Text>{`${from} → ${to}`}</Text>;',
      "export const A = ({ names }: P) => <Text>{names.join(', ')}</Text>;",
      "export const A = ({ t }: P) => notifyDone(t('team.saved'));",
      'export const A = () => <Button variant="subtle" onClick={() => open({ kind: \'member\' })} />;',
    ],
  },
};
/* biome-ignore-end lint/suspicious/noTemplateCurlyInString: they are sources of files */
