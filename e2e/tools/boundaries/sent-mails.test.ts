import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { mailKinds } from '#shared/contract/mail/resources.ts';

/** The first text that a function is handed which sends a notice. */
const notices = /\b(?:send(?:Undoable)?Notice|(?:email|notify(?:Other)?)Owners)\([^;']*'(\w+)'/g;
/** The kind of another email, in a file that queues it. */
const others = /^\s+kind: '(\w+)',$/gm;

/** The kinds of emails that a source file sends. To ask whether one may be sent, or to name one in an error, isn't to send it. */
const kindsSentIn = (text: string): string[] =>
  [...text.matchAll(notices), ...(text.includes('outbox.queue(') ? text.matchAll(others) : [])].map(
    ([, kind = '']) => kind,
  );

it('every kind of email is sent somewhere', () => {
  const paths = globSync('main/{services,jobs,service-commands}/**/*.ts').filter((path) => !path.endsWith('.test.ts'));
  const sent = new Set(paths.flatMap((path) => kindsSentIn(readFileSync(path, 'utf8'))));
  expect(mailKinds.filter((kind) => !sent.has(kind))).toEqual([]);
});

it.each([
  ["await sendNotice(context, tx, notified(user), 'role_changed', origin, {});", ['role_changed']],
  ["await sendUndoableNotice(\n  context,\n  tx,\n  user,\n  'email_changed',\n  origin);", ['email_changed']],
  ["await emailOwners(context, tx, tenantId, 'budget_exceeded', (named) => named);", ['budget_exceeded']],
  ["await outbox.queue(tx, {\n  kind: 'invitation',\n  tenantId,\n});", ['invitation']],
  ["throw new AppError('STATE_CONFLICT', { reason: 'role_changed' });", []],
  ["await outbox.assertQuota(tx, { kind: 'invitation', tenantId });\nawait outbox.queue(tx, mail);", []],
  ["if (await outbox.accepts(tx, email, 'invitation')) await outbox.queue(tx, mail);", []],
  ["const target = {\n  kind: 'invitation',\n};", []],
])('of %j, finds what it sends', (text, kinds) => expect(kindsSentIn(text)).toEqual(kinds));
