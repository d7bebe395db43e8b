/** The explicit list of features of the provider: merchants, account groups and operations. Part of FEATURES. */
import * as account_group from '@dasbor/contract/account-group';
import * as account_group_user from '@dasbor/contract/account-group-user';
import * as account_group_commission from '@dasbor/contract/account-group-commission';
import * as commission_statement from '@dasbor/contract/commission-statement';
import * as announcement from '@dasbor/contract/announcement';
import * as outage from '@dasbor/contract/outage';
import * as operations from '@dasbor/contract/operations';
import * as exception_action from '@dasbor/contract/exception-action';
import * as job from '@dasbor/contract/job';
import * as channel_health from '@dasbor/contract/channel-health';
import * as merchant from '@dasbor/contract/merchant';
import * as merchant_channels from '@dasbor/contract/merchant-channels';
import * as bank_credential from '@dasbor/contract/bank-credential';
import * as merchant_note from '@dasbor/contract/merchant-note';
import * as merchant_view from '@dasbor/contract/merchant-view';
import * as merchant_lists from '@dasbor/contract/merchant-lists';
import * as provider_search from '@dasbor/contract/provider-search';
import { accountGroupHandlers } from './account-group/handlers.ts';
import { accountGroupUserHandlers } from './account-group/user-handlers.ts';
import { accountGroupCommissionHandlers } from './account-group-commission/handlers.ts';
import { commissionStatementHandlers } from './account-group-commission/statement-handlers.ts';
import { announcementHandlers } from './announcement/handlers.ts';
import { outageHandlers } from './outage/handlers.ts';
import { operationsHandlers } from './operations/handlers.ts';
import { exceptionActionHandlers } from './exception-ports.ts';
import { jobHandlers } from './operations/job-handlers.ts';
import { channelHealthHandlers } from './operations/channel-handlers.ts';
import { merchantChannelHandlers, merchantHandlers } from './merchant/handlers.ts';
import { bankCredentialHandlers } from './bank-credential/handlers.ts';
import { merchantNoteHandlers } from './merchant/note-handlers.ts';
import { merchantViewHandlers } from './merchant-ports.ts';
import { merchantListHandlers } from './merchant-lists/handlers.ts';
import { providerSearchHandlers } from './search/provider-handlers.ts';

export const PROVIDER_FEATURES: [file: object, handlers: Record<string, unknown>][] = [
  [account_group, accountGroupHandlers],
  [account_group_user, accountGroupUserHandlers],
  [account_group_commission, accountGroupCommissionHandlers],
  [commission_statement, commissionStatementHandlers],
  [announcement, announcementHandlers],
  [outage, outageHandlers],
  [operations, operationsHandlers],
  [exception_action, exceptionActionHandlers],
  [job, jobHandlers],
  [channel_health, channelHealthHandlers],
  [merchant, merchantHandlers],
  [merchant_channels, merchantChannelHandlers],
  [bank_credential, bankCredentialHandlers],
  [merchant_note, merchantNoteHandlers],
  [merchant_view, merchantViewHandlers],
  [merchant_lists, merchantListHandlers],
  [provider_search, providerSearchHandlers],
];
