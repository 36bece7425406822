import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runProgram, spawnInstance } from '#e2e/support/test-app.ts';
import { send } from '#e2e/support/transports.ts';

const password = 'canary-PASSWORD-ein7Ohph';

describe('the program', () => {
  it('leaks no secret in its arguments or output, including one from its environment', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'castellan-canary-'));
    const environment = { CASTELLAN_SMTP_URL: 'smtp://user:canary-SMTP-eiR3aeth@127.0.0.1:1' };
    const program = await spawnInstance({ args: ['--log-level', 'trace'], environment, dataDir: folder });
    const body = { email: 'argv@example.com', name: 'A', password, company_name: 'C' };
    expect((await send(program.address, 'POST', '/api/v1/auth/signup', { body })).status).toBe(201);
    await expect.poll(program.stderr).toContain('failed to send email');
    const { spawnargs } = program.child;
    const keys = JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8')) as { keys: { secret: string }[] };
    await program.stop();
    const doctor = await runProgram(['doctor', '--data-dir', folder, '--port', '0'], environment);
    const output = [...spawnargs, program.stdout(), program.stderr(), doctor.stdout, doctor.stderr].join('\n');
    expect(doctor.stdout).toContain('fail  mail server');
    expect(output).not.toContain('canary-SMTP');
    expect(output).not.toContain(password);
    for (const { secret } of keys.keys) expect(output).not.toContain(secret);
    await rm(folder, { recursive: true, force: true });
  });
});
