import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { lintMetrics } from '#e2e/support/metric-lints.ts';
import { closedAfterwards, perFile } from '#e2e/support/prepared.ts';
import { createTestApp, type TestApp } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';
import { holdMail } from '#main/storage/store/mail/mail-hold.ts';
import { mailStatuses } from '#shared/contract/mail/resources.ts';
import { minute, second } from '#shared/rules/limits.ts';

const server = perFile(() => createTestApp());

const scrape = async ({ address }: TestApp = server): Promise<Map<string, number>> => {
  const { text } = await send(address, 'GET', '/metrics');
  return new Map(
    text
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line): [string, number] => {
        const end = line.lastIndexOf(' ');
        return [line.slice(0, end), Number(line.slice(end + 1))];
      }),
  );
};

it('count refused sign-ins, password checks, emails and jobs', async () => {
  const [email, right] = ['olivia@example.com', 'a long winding road 7'];
  const body = { email, name: 'Olivia', password: right, company_name: 'Ember' };
  expect((await send(server.address, 'POST', '/api/v1/auth/signup', { body })).status).toBe(201);
  const login = (password: string) => send(server.address, 'POST', '/api/v1/auth/login', { body: { email, password } });
  const before = await scrape();
  const refused = 'castellan_refusals_total{operation="login",code="INVALID_CREDENTIALS"}';
  const checked = 'castellan_queue_admitted_total{queue="sign-in"}';
  expect(before.get(refused)).toBeUndefined();
  for (let n = 0; n < 3; n += 1) expect((await login('not the password 1')).status).toBe(401);
  expect((await login(right)).status).toBe(200);
  await expect
    .poll(async () => (await scrape()).get('castellan_job_last_success_timestamp_seconds{name="audit heads"}'))
    .toBe(server.clock.now() / 1_000);
  const after = await scrape();
  expect(after.get(refused)).toBe(3);
  expect((after.get(checked) ?? 0) - (before.get(checked) ?? 0)).toBe(4);
  expect(after.get('castellan_queue_waiting{queue="writer"}')).toBe(0);
  expect(after.get('castellan_queue_admitted_total{queue="writer"}')).toBeGreaterThan(3);
  expect(after.get('castellan_queue_waiting{queue="readers"}')).toBe(0);
  expect(after.get('castellan_queue_admitted_total{queue="readers"}')).toBeGreaterThan(3);
  expect(after.get('castellan_job_failures_total{name="audit heads"}')).toBe(0);
  expect(after.get('castellan_mails{status="queued"}')).toBeGreaterThan(0);
  expect(after.get('castellan_database_bytes')).toBeGreaterThan(100_000);
  expect([...after.keys()].find((name) => name.startsWith('castellan_info{version="'))).toBeDefined();
});

it('name every status of an email, the time, and no backups where none are scheduled', async () => {
  const samples = await scrape();
  expect([...samples.keys()].filter((name) => name.startsWith('castellan_mails{'))).toEqual(
    mailStatuses.map((status) => `castellan_mails{status="${status}"}`),
  );
  expect(samples.get('castellan_time_seconds')).toBe(server.clock.now() / second);
  expect([...samples.keys()].filter((name) => name.startsWith('castellan_backup'))).toEqual([]);
});

it('tell for how long email is overdue, unless it waits on purpose', async () => {
  const overdue = async (from: TestApp) => (await scrape(from)).get('castellan_mail_overdue_seconds');
  // It has no mail server.
  expect(await overdue(server)).toBeUndefined();
  // No one listens on this port.
  const sending = await closedAfterwards(createTestApp({ 'smtp-url': 'smtp://127.0.0.1:1' }));
  expect(await overdue(sending)).toBe(0);
  const body = { email: 'olivia@example.com', name: 'O', password: 'a long winding road 7', company_name: 'Ember' };
  expect((await send(sending.address, 'POST', '/api/v1/auth/signup', { body })).status).toBe(201);
  await expect.poll(async () => (await scrape(sending)).get('castellan_mails{status="failed"}')).toBe(1);
  expect(await overdue(sending)).toBe(0);
  await sending.app.service.mailWorker.stop();
  // The next attempt was due after a minute.
  sending.clock.advance(11 * minute);
  expect(await overdue(sending)).toBe(600);
  await holdMail(sending.app.context.db.write, { reason: 'operator', held_at: sending.clock.now() });
  expect(await overdue(sending)).toBeUndefined();
});

it('are all on the dashboard, and the dashboard shows no other', async () => {
  const text = await readFile(join(import.meta.dirname, '../../deploy/grafana-dashboard.json'), 'utf8');
  JSON.parse(text);
  const shown = new Set(text.match(/castellan_\w+/g));
  const { text: metrics } = await send(server.address, 'GET', '/metrics');
  const offered = [...metrics.matchAll(/^# TYPE (castellan_\w+) (\w+)/gm)].map(([, name = '', type]) =>
    type === 'histogram' ? `${name}_bucket` : name,
  );
  expect([...shown].sort()).toEqual(offered.sort());
});

it('are each explained in docs/operating.md, and no other', async () => {
  const text = await readFile(join(import.meta.dirname, '../../docs/operating.md'), 'utf8');
  const explained = [...text.matchAll(/^\| (`castellan_\w+`.*?) \|/gm)].flatMap(([, names = '']) =>
    names.match(/castellan_\w+/g),
  );
  const { text: metrics } = await send(server.address, 'GET', '/metrics');
  expect(explained.sort()).toEqual([...metrics.matchAll(/^# TYPE (castellan_\w+) /gm)].map(([, name]) => name).sort());
});

it('follow the rules of Prometheus, and of promtool', async () => {
  const { text } = await send(server.address, 'GET', '/metrics');
  expect(text.match(/^# TYPE /gm)?.length).toBeGreaterThan(40);
  expect(lintMetrics(text)).toEqual([]);
});

const metric = (name: string, type: string, sample = name): string =>
  `# HELP ${name} Help\n# TYPE ${name} ${type}\n${sample} 1\n`;

it.each([
  ['# HELP calls_total \n# TYPE calls_total counter\ncalls_total 1\n', 'calls_total: no help'],
  ['# TYPE calls_total counter\n', 'calls_total: no help before its type'],
  ['calls_total 1\n', 'calls_total: not below its own help and type'],
  [metric('open_files', 'gauge', 'files'), 'files: not below its own help and type'],
  [metric('open_files', 'gauge', 'open_files{mode=r}'), 'not a sample: open_files{mode=r} 1'],
  [metric('open_files', 'gauge').repeat(2), 'open_files: appears twice'],
  [`${metric('open_files', 'gauge')}open_files 2\n`, 'open_files: appears twice'],
  [metric('open_files', 'untyped', ''), 'open_files: type "untyped" is not one that we use'],
  [metric('calls', 'counter'), 'calls: a counter ends in _total'],
  [metric('handles_total', 'gauge'), 'handles_total: only a counter ends in _total'],
  [metric('calls_count', 'gauge'), 'calls_count: ends like a sample of a histogram'],
  [metric('sizes', 'gauge', 'sizes{le="1"}'), 'sizes: only a histogram has the label "le"'],
  [metric('sizes', 'gauge', 'sizes{quantile="1"}'), 'sizes: only a summary has the label "quantile"'],
  [metric('open_gauge', 'gauge'), 'open_gauge: the type is in the name'],
  [metric('open:files', 'gauge'), 'open:files: a colon is for recording rules'],
  [metric('wait_ms', 'gauge'), 'wait_ms: a unit is abbreviated'],
  [metric('wait_milliseconds', 'gauge'), 'wait_milliseconds: use seconds'],
  [metric('disk_megabytes', 'gauge'), 'disk_megabytes: use bytes'],
  [metric('disk_percent', 'gauge'), 'disk_percent: use ratio'],
  [metric('openFiles', 'gauge'), 'openFiles: "openFiles" is not snake_case'],
  [metric('files', 'gauge', 'files{openMode="r"}'), 'files: "openMode" is not snake_case'],
  [metric('runs', 'gauge', 'runs{job="purge"}'), 'runs: Prometheus sets the label "job"'],
])('otherwise the rules tell: %j', (text, message) => {
  expect(lintMetrics(text)).toContain(message);
});
