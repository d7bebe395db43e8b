/** Regions: every level, by the code of the one above. */
import { expect, test } from 'vitest';
import { findRegionName, listRegionsIn } from './regions.ts';

test('the regions inside a region, and their names', () => {
  const provinces = listRegionsIn(null);
  expect(provinces).toHaveLength(38);
  expect(provinces).toContainEqual({ code: '31', name: 'Daerah Khusus Ibukota Jakarta' });
  const regencies = listRegionsIn('31');
  expect(regencies).toContainEqual({ code: '31.74', name: 'Kota Administrasi Jakarta Selatan' });
  expect(regencies.every(({ code }) => code.startsWith('31.'))).toBe(true);
  const [district] = listRegionsIn('31.74');
  const villages = listRegionsIn(district?.code ?? '');
  expect(villages.length).toBeGreaterThan(2);
  expect(findRegionName(villages.at(-1)?.code ?? '')).toBe(villages.at(-1)?.name);
});

test('every region of a level is inside exactly one region of the level above', () => {
  const count = (codes: string[]): string[] => codes.flatMap((code) => listRegionsIn(code).map((each) => each.code));
  const provinces = listRegionsIn(null).map(({ code }) => code);
  const regencies = count(provinces);
  const districts = count(regencies);
  expect(regencies).toHaveLength(514);
  expect(districts).toHaveLength(7285);
  expect(new Set(count(districts)).size).toBe(83_762);
});

test('unknown codes have no name and no regions', () => {
  expect(listRegionsIn('99')).toEqual([]);
  expect(listRegionsIn('31.7')).toEqual([]);
  expect(findRegionName('99.99')).toBeNull();
  expect(findRegionName(null)).toBeNull();
});
