/** Addresses from which people may use the dashboard of a merchant (domain 1.16). API keys are not affected. */
import { z } from 'zod';
import { needs } from './access.ts';
import { route } from './route.ts';
import { instant } from './time.ts';

export const ALLOWED_CIDRS_MAX = 50;

const ipAllowList = z.object({
  data: z.object({
    cidrs: z.array(z.string()).describe('Allowed addresses and networks; empty: any address'),
    current_ip: z.string().describe('Your address, which the list must contain'),
    updated_at: instant.nullable().describe('Time of the last change'),
  }),
});

export const getIpAllowList = route({
  name: 'getIpAllowList',
  method: 'GET',
  path: '/ip-allow-list',
  summary: 'Retrieve the addresses from which people may use the dashboard',
  access: needs('Users', 'manage', { users_only: true }),
  output: ipAllowList,
});

export const saveIpAllowList = route({
  name: 'saveIpAllowList',
  method: 'PUT',
  path: '/ip-allow-list',
  summary: 'Replace the addresses from which people may use the dashboard. An empty list allows every address',
  access: needs('Users', 'manage', { users_only: true }),
  step_up: true,
  body: z.strictObject({
    cidrs: z
      .array(z.string().trim().min(1).max(50))
      .max(ALLOWED_CIDRS_MAX)
      .describe('Addresses such as `203.0.113.7` and networks such as `203.0.113.0/24` or `2001:db8::/32`'),
  }),
  output: ipAllowList,
  errors: { invalid_cidr: 422, own_address_missing: 422 },
});
