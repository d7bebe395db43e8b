/** Payments that a bank reported for a virtual account. */
import { z } from 'zod';
import { needs } from './access.ts';
import { idSchema } from './id.ts';
import { page, pageQuery } from './paging.ts';
import { route } from './route.ts';
import { vaPayment } from './virtual-account-fields.ts';

export const listVirtualAccountPayments = route({
  name: 'listVirtualAccountPayments',
  method: 'GET',
  path: '/virtual-accounts/{id}/payments',
  summary: 'List payments of a virtual account',
  access: needs('Virtual Accounts', 'view'),
  params: z.object({ id: idSchema('virtual_account') }),
  query: z.object(pageQuery),
  output: page(vaPayment),
  files: true,
  errors: { too_many_rows: 422 },
});
