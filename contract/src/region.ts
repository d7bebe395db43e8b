/** Regions of Indonesia by the codes of the Ministry of Home Affairs: provinces, regencies, districts and villages. */
import { z } from 'zod';
import { route } from './route.ts';

export const region = z.object({
  code: z.string().describe('Code, such as 31.74'),
  name: z.string().describe('Name, such as Kota Jakarta Selatan'),
});
export type Region = z.infer<typeof region>;

export const regionNames = z
  .object({
    province: z.string().nullable().describe('Name of the province'),
    regency: z.string().nullable().describe('Name of the regency or city'),
    district: z.string().nullable().describe('Name of the district'),
    village: z.string().nullable().describe('Name of the village'),
  })
  .describe('Names of the regions of the address');

export const listRegions = route({
  name: 'listRegions',
  method: 'GET',
  path: '/regions',
  summary: 'List the provinces, or the regions inside a region',
  access: 'signed-in',
  query: z.object({
    parent: z
      .string()
      .regex(/^\d{2}(\.\d{2}(\.\d{2})?)?$/)
      .optional()
      .describe('Code of a province, regency or district; all provinces without it'),
  }),
  output: z.object({ data: z.array(region) }),
});
