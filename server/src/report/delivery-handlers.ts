/** Report delivery configuration (specification sections 2 to 9). */
import type * as contract from '@dasbor/contract/report-delivery';
import type { Handlers } from '../http/serve.ts';
import { getConfiguration } from './configuration-queries.ts';
import { changeConfiguration, toNotificationConfiguration } from './delivery-configuration.ts';
import { runSftpTest } from './test-sftp.ts';

export const reportDeliveryHandlers: Handlers<typeof contract> = {
  getNotificationConfiguration: ({ tx }) =>
    tx(async (merchant) => ({ data: toNotificationConfiguration(await getConfiguration(merchant)) })),

  saveNotificationConfiguration: async (ctx) => ({ data: toNotificationConfiguration(await changeConfiguration(ctx)) }),

  testSftpConnection: async (ctx) => ({ data: await runSftpTest(ctx) }),
};
