/** The city of an IP address (domain 1.16), from a database in MaxMind's format. */
import * as fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { writeCityDatabase } from '../../test/city-database.ts';
import { openCityDatabase } from './city-database.ts';

const BANDUNG = { city: { names: { en: 'Bandung' } }, country: { iso_code: 'ID', names: { en: 'Indonesia' } } };
const GERMANY = { country: { iso_code: 'DE', names: { en: 'Germany' } } };

let folder: string;
let file: string;
const log = { error: vi.fn(), info: vi.fn() };
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dasbor-cities-'));
  file = path.join(folder, 'cities.mmdb');
});
afterAll(() => fs.rmSync(folder, { recursive: true }));

test('domain 1.16: the city and country of an address, in the language of the reader', async () => {
  writeCityDatabase(file, '10.9.0.0/16', BANDUNG);
  const cities = openCityDatabase({ file, log });
  expect(await cities.find('10.9.200.7', 'en')).toBe('Bandung, Indonesia');
  expect(await cities.find('10.8.0.1', 'en')).toBeNull();
  expect(await cities.find('2001:db8::1', 'en')).toBeNull();
  writeCityDatabase(file, '192.0.2.0/24', GERMANY);
  const other = openCityDatabase({ file, log });
  expect(await other.find('192.0.2.1', 'en')).toBe('Germany');
  expect(await other.find('192.0.2.1', 'id')).toBe('Jerman');
});

test('without a database, an address or a readable file no city is known', async () => {
  expect(await openCityDatabase({ file: undefined, log }).find('10.9.0.1', 'en')).toBeNull();
  expect(await openCityDatabase({ file, log }).find(null, 'en')).toBeNull();
  expect(await openCityDatabase({ file, log }).find('somewhere', 'en')).toBeNull();
  expect(log.error).not.toHaveBeenCalled();
  expect(await openCityDatabase({ file: path.join(folder, 'missing'), log }).find('10.9.0.1', 'en')).toBeNull();
  fs.writeFileSync(file, 'not a database');
  expect(await openCityDatabase({ file, log }).find('10.9.0.1', 'en')).toBeNull();
  expect(log.error).toHaveBeenCalledTimes(2);
});
