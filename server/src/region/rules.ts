/** Which regions an address may name: each exists and lies inside the one above it. */
import { localized } from '@dasbor/contract/language';
import { Problem } from '../http/problem.ts';
import { findRegionName } from './regions.ts';

export const REGION_FIELDS = ['province_code', 'regency_code', 'district_code', 'village_code'] as const;
export type RegionCodes = Record<(typeof REGION_FIELDS)[number], string | null>;

/** Throws 422 `unknown_region`. */
export function assertRegions(address: RegionCodes): void {
  const wrong = REGION_FIELDS.filter((field, index) => {
    const code = address[field];
    return code !== null && (!isInside(code, getAbove(address, index)) || findRegionName(code) === null);
  });
  if (wrong.length > 0) throw unknownRegion(wrong);
}

/** The regions after a change. A stored region stays unless it lies outside the new one above it. */
export function completeRegions(stored: RegionCodes, given: Partial<RegionCodes>): RegionCodes {
  const address = Object.fromEntries(REGION_FIELDS.map((field) => [field, stored[field]])) as RegionCodes;
  for (const [index, field] of REGION_FIELDS.entries()) {
    const code = given[field];
    if (code !== undefined) address[field] = code;
    else if (!isInside(stored[field] ?? '', getAbove(address, index))) address[field] = null;
  }
  return address;
}

/** `null`: no region was chosen above; `undefined`: nothing lies above. */
function getAbove(address: RegionCodes, index: number): string | null | undefined {
  const above = REGION_FIELDS[index - 1];
  return above === undefined ? undefined : address[above];
}

const isInside = (code: string, above: string | null | undefined): boolean =>
  above === undefined || (above !== null && code.startsWith(`${above}.`));

const unknownRegion = (fields: readonly string[]) => {
  const detail = localized('Choose a region from the list.', 'Pilih wilayah dari daftar.');
  return new Problem(422, 'unknown_region', detail, { errors: fields.map((field) => ({ field, detail })) });
};

export const findRegionNames = ({ province_code, regency_code, district_code, village_code }: RegionCodes) => ({
  province: findRegionName(province_code),
  regency: findRegionName(regency_code),
  district: findRegionName(district_code),
  village: findRegionName(village_code),
});
