// Writes the index of the decision records, from their titles and status lines, to the file given as argument.
import * as fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';

const FOLDER = path.join(ROOT, 'docs/decisions');
const HEAD = `# Decision records

Each record has a title, date, status, context, options considered, decision and consequences ([0001](0001-record-decisions.md)). To add one, take the next free number and run \`npm run generate\`, which writes this index.

`;

const [out_file = path.join(FOLDER, 'README.md')] = process.argv.slice(2);
const names = fs.readdirSync(FOLDER).filter((name) => /^\d{4}-.*\.md$/.test(name));
fs.writeFileSync(out_file, HEAD + names.toSorted().map(buildLine).join(''));

function buildLine(name: string): string {
  const text = fs.readFileSync(path.join(FOLDER, name), 'utf8');
  const [, number, title] = /^# (\d{4}) (.+)$/m.exec(text) ?? [];
  const [, date, status] = /^Date: ([\d-]+)(?:\.| ·) Status: ([^.\n]+)\.?$/m.exec(text) ?? [];
  if (number !== name.slice(0, 4) || !title || !date || !status) {
    throw new Error(`${name}: expected "# ${name.slice(0, 4)} Title" and "Date: YYYY-MM-DD. Status: …."`);
  }
  return `- [${number}](${name}) ${title} (${status}, ${date})\n`;
}
