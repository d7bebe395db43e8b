import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { parseAuditReport } from './audit-report.ts';
import { ROOT } from './bootstrap.mjs';

const advisory = { title: 'Prototype pollution', url: 'https://github.com/advisories/GHSA-1' };

test('high and critical vulnerabilities are listed with their advisories, lower ones are counted', () => {
  const report = parseAuditReport(
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: {
        a: { name: 'a', severity: 'critical', via: [advisory] },
        b: { name: 'b', severity: 'high', via: ['a'] },
        c: { name: 'c', severity: 'moderate', via: [advisory] },
      },
    }),
  );
  expect(report).toEqual({
    is_answered: true,
    serious: ['critical a: Prototype pollution (https://github.com/advisories/GHSA-1)', 'high     b: by a'],
    others: 1,
  });
});

test('a registry that refuses or does not answer is no result', () => {
  const refused = { message: '405 Method Not Allowed', statusCode: 405, error: { summary: '', detail: '' } };
  expect(parseAuditReport(JSON.stringify(refused))).toEqual({ is_answered: false, reason: '405 Method Not Allowed' });
  expect(parseAuditReport('').is_answered).toBe(false);
});

test('an audit that could not run is an error', () => {
  const failed = { error: { code: 'ENOLOCK', summary: 'This command requires an existing lockfile.' } };
  expect(() => parseAuditReport(JSON.stringify(failed))).toThrow('ENOLOCK');
});

/** Runs the command against a registry that gives one answer to the question for vulnerabilities. */
async function runAudit(status: number, body: string): Promise<{ code: number; output: string }> {
  const registry = createServer(({ method, url = '' }, response) => {
    const name = decodeURIComponent(url.slice(1));
    const versions = { '1.0.0': { name, version: '1.0.0' } };
    const listing = JSON.stringify({ name, 'dist-tags': { latest: '1.0.0' }, versions });
    response
      .writeHead(method === 'POST' ? status : 200, { 'content-type': 'application/json' })
      .end(method === 'POST' ? body : listing);
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => registry.once('listening', resolve));
  const { port } = registry.address() as AddressInfo;
  try {
    return await new Promise((resolve) => {
      const env = { ...process.env, npm_config_registry: `http://127.0.0.1:${port}/`, npm_config_fetch_retries: '0' };
      execFile(process.execPath, ['scripts/audit.ts'], { cwd: ROOT, env }, (error, stdout, stderr) =>
        resolve({ code: Number(error?.code ?? 0), output: stdout + stderr }),
      );
    });
  } finally {
    registry.close();
  }
}

test('the command fails for a vulnerable production package, and only for one', async () => {
  const vulnerable = { id: 1, ...advisory, severity: 'high', vulnerable_versions: '*', cwe: [], cvss: {} };
  const found = await runAudit(200, JSON.stringify({ fastify: [vulnerable] }));
  expect(found).toMatchObject({ code: 1, output: expect.stringContaining('high     fastify: Prototype') as string });
  expect(await runAudit(200, JSON.stringify({ vitest: [vulnerable] }))).toMatchObject({ code: 0 });
  expect(await runAudit(200, '{}')).toMatchObject({ code: 0, output: expect.stringContaining('  0 production') });
});

test('the command says that the registry did not answer, and succeeds', async () => {
  const { code, output } = await runAudit(405, '');
  expect(output).toContain('Known vulnerabilities were not looked up, because the registry did not answer: 405');
  expect(code).toBe(0);
});
