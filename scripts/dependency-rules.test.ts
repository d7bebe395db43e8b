import { spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './bootstrap.mjs';

/** Each rule of .dependency-cruiser.cjs with an import that violates it and imports that do not. */
const FORBIDDEN: [rule: string, file: string, imported: string][] = [
  ['contract-is-alone', 'contract/src/money.ts', 'kysely'],
  ['server-stays-home', 'server/src/mail/send.ts', '../../../bank/src/bank.ts'],
  ['web-stays-home', 'web/src/app/shell.tsx', '../../../server/src/db/tx.ts'],
  ['pay-stays-home', 'pay/src/app.ts', '../../web/src/api/call.ts'],
  ['pay-stays-home', 'pay/src/money.ts', '../../contract/src/money.ts'],
  ['bank-stays-home', 'bank/src/bank.ts', '../../server/src/db/tx.ts'],
  ['e2e-stays-outside', 'e2e/login.e2e.ts', '../server/src/db/tx.ts'],
  ['server-foundation-knows-no-feature', 'server/src/ledger/post.ts', '../transaction/rules.ts'],
  ['server-jobs-know-jobs-only', 'server/src/jobs/registry.ts', '../transaction/handlers.ts'],
  ['nothing-imports-app', 'server/src/profile/jobs.ts', '../app.ts'],
  ['ui-is-pure', 'web/src/ui/button.tsx', '@tanstack/react-query'],
  ['ui-is-pure', 'web/src/ui/card.tsx', '../api/call.ts'],
  ['api-knows-no-feature', 'web/src/api/query.ts', '../transaction/columns.tsx'],
  ['web-feature-stays-home', 'web/src/settlement/list-screen.tsx', '../transaction/columns.tsx'],
  ['server-feature-imports-queries-or-rules-only', 'server/src/settlement/handlers.ts', '../transaction/handlers.ts'],
  ['loaded-when-needed', 'server/src/mail/mailer.ts', 'nodemailer'],
  ['loaded-when-needed', 'server/src/main.ts', './sandbox/start.ts'],
  ['driver-behind-db', 'server/src/profile/handlers.ts', 'pg'],
  ['sql-in-query-files', 'server/src/settlement/rules.ts', 'kysely'],
];

const ALLOWED: [file: string, imported: string][] = [
  ['contract/src/access.ts', 'zod'],
  ['server/src/settlement/jobs.ts', '../transaction/queries.ts'],
  ['server/src/transaction/handlers.ts', './queries.ts'],
  ['server/src/transaction/queries.ts', 'kysely'],
  ['server/src/transaction/rules.ts', '../../../contract/src/money.ts'],
  ['server/src/db/tx.ts', 'pg'],
  ['server/src/sandbox/start.ts', 'ssh2'],
  ['server/src/app.ts', './transaction/handlers.ts'],
  ['web/src/transaction/columns.tsx', '../ui/button.tsx'],
  ['web/src/api/call.ts', '@tanstack/react-query'],
];

test('each dependency rule rejects its violation and nothing else', () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-dependency-rules-'));
  try {
    for (const name of ['node_modules', '.dependency-cruiser.cjs', 'tsconfig.base.json']) {
      fs.symlinkSync(path.join(ROOT, name), path.join(folder, name));
    }
    for (const [file, imported] of [...ALLOWED, ...FORBIDDEN.map(([, file, imported]) => [file, imported] as const)]) {
      const full = path.join(folder, file);
      fs.mkdirSync(path.dirname(full), { recursive: true });
      fs.writeFileSync(full, `import * as imported from '${imported}';\nexport default imported;\n`);
    }
    const parts = ['contract', 'server', 'web', 'pay', 'bank', 'e2e'];
    const depcruise = path.join(ROOT, 'node_modules/.bin/depcruise');
    const options = ['--config', '.dependency-cruiser.cjs', '--output-type', 'json'];
    const run = spawnSync(process.execPath, [depcruise, ...parts, ...options], { cwd: folder, encoding: 'utf8' });
    if (run.stdout === '') throw new Error(run.stderr);
    const { summary } = JSON.parse(run.stdout) as {
      summary: { violations: { rule: { name: string }; from: string }[] };
    };
    const found = summary.violations.map(({ rule, from }) => `${rule.name} ${from}`);
    expect(found.toSorted()).toEqual(FORBIDDEN.map(([rule, file]) => `${rule} ${file}`).toSorted());
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
});
