// `npm run generate`: writes all generated files. `--check` only fails when one is out of date.
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { NODE, ROOT, run } from './bootstrap.mjs';
import { fail, print } from './progress.mjs';

type Generated = { path: string; generate: (out_file: string) => Promise<void> };

const FILES: Generated[] = [
  { path: 'server/src/db/schema.gen.ts', generate: (out_file) => run([NODE, 'scripts/generate-schema.ts', out_file]) },
  {
    path: 'docs/decisions/README.md',
    generate: (out_file) => run([NODE, 'scripts/generate-decisions-index.ts', out_file]),
  },
  { path: 'client/src/paths.gen.ts', generate: (out_file) => run([NODE, 'scripts/generate-client.ts', out_file]) },
];

const is_check = process.argv.includes('--check');
await main().catch(fail);

async function main(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-generate-'));
  const stale: string[] = [];
  try {
    for (const file of FILES) {
      const fresh = path.join(folder, path.basename(file.path));
      await file.generate(fresh);
      if (read(fresh) === read(path.join(ROOT, file.path))) continue;
      stale.push(file.path);
      if (!is_check) fs.copyFileSync(fresh, path.join(ROOT, file.path));
    }
  } finally {
    fs.rmSync(folder, { recursive: true });
  }
  if (is_check && stale.length > 0) throw new Error(`Out of date: ${stale.join(', ')}. Run: npm run generate`);
  print(stale.length > 0 ? `Written: ${stale.join(', ')}` : 'Generated files are up to date');
}

function read(file: string): string | null {
  return fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : null;
}
