// Words of a private dialect that must not come back, each with its standard term. Part of `npm run check`; with folders as
// arguments it reads only those.
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import path from 'node:path';
import { ROOT } from './bootstrap.mjs';

interface Rule {
  banned: RegExp;
  use: string;
}

/** In names, comments, texts and documents alike. */
const RULES: Rule[] = [
  { banned: /\bcarr(?:y|ies|ied) ?out\b|carryOut/i, use: 'apply, run, execute' },
  { banned: /\b[Oo]ccasions?\b|Occasion\b/, use: 'action context' },
  { banned: /\bwish(?:es)?\b|Wish\b/i, use: 'input, request' },
  { banned: /\bnouns?\b/i, use: 'feature' },
  {
    banned: /\btell(?:s|ing)?\b|\btell[A-Z]\w*|\btold\b|[a-z]Told\b|told_/i,
    use: 'notify, outbox, synced, say (of an error: report)',
  },
  { banned: /\bnewsOf\b|\bnews\b/i, use: 'live event' },
  { banned: /BankWord|\bbank[- ]word\b|\bwordOf/i, use: 'bank status, parse…Status' },
  { banned: /\bgiv(?:e|es|ing|en) (?:it |them )?back\b|\bgiveBack|give-back/i, use: 'refund, return' },
  { banned: /\bhand(?:s|ed|ing)? out\b|handOut|hand-out/i, use: 'share' },
  {
    banned: /\bbeside which\b|\banew\b|\bwhoever\b|\bfor ever\b|\bwhatever happens\b/i,
    use: 'plain words: alongside, again, anyone who, permanently',
  },
  {
    banned: /\bbears being\b|\bthe last word\b|\bknows nothing of\b/i,
    use: 'idempotent; fails if the status changed meanwhile; not found',
  },
  { banned: /\bsteering\b/i, use: 'administration, terms' },
  { banned: /\bdesk\b|\bletter\b(?!s? [a-z]\b|-spacing| case)/i, use: 'dispatcher, template' },
  { banned: /\bstray\b/i, use: 'unmatched callback' },
  { banned: /\bcame back\b|cameBack|came-back/i, use: 'returned' },
  { banned: /\bfaults?\b(?!s? ?y)|\bfault[A-Z]\w*/, use: 'error, validation error' },
  { banned: /\be-mails?\b/i, use: 'email' },
  {
    banned: /(?:function|const) (?:take|keep|tell|ask|come|insist|noteDown)[A-Z]\w*/,
    use: 'a standard verb: read, store, retain, request, receive, retry, record',
  },
  { banned: /(?:function|const) (?:carry|say|said|desk|word|place)[A-Z]\w*/, use: 'the field’s verb or noun' },
  {
    banned: /function [a-z]\w*Of\b|const [a-z]\w*Of = (?:async )?(?:<\w+>)?\(/,
    use: 'a verb that says what kind of function it is: get, find, read, list, build',
  },
  {
    banned: /\bis to be\b|\bwhat remains of\b|\bmatters not\b/i,
    use: 'must be; the remaining amount; does not matter',
  },
  { banned: /\btown\b|\bscenes?\b/i, use: 'fixtures, context' },
];

/** Quoted from elsewhere, or the words themselves. */
const EXEMPT = new Set(['scripts/check-language.ts', 'LICENSE']);
const CHECKED_FILES = /\.(ts|tsx|mjs|cjs|md|css|html|js)$/;

const scope = process.argv.slice(2);
const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '--', ...scope], {
  cwd: ROOT,
  encoding: 'utf8',
})
  .split('\n')
  .filter(
    (file) =>
      CHECKED_FILES.test(file) &&
      !file.endsWith('.gen.ts') &&
      !EXEMPT.has(file) &&
      fs.existsSync(path.join(ROOT, file)),
  );

let found = 0;
for (const file of files) {
  for (const { banned, use } of RULES) {
    if (banned.test(file)) report(`${file}: file name`, banned, file, use);
  }
  for (const [index, line] of fs.readFileSync(path.join(ROOT, file), 'utf8').split('\n').entries()) {
    for (const { banned, use } of RULES) {
      if (banned.test(line)) report(`${file}:${index + 1}`, banned, line, use);
    }
  }
}
if (found > 0) {
  process.stdout.write(`${found} places use words that the glossary replaces.\n`);
  process.exitCode = 1;
}

function report(where: string, banned: RegExp, line: string, use: string): void {
  found += 1;
  process.stdout.write(`${where}: “${banned.exec(line)?.[0]}”, use: ${use}\n`);
}
