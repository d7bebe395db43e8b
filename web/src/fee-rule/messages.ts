/** Texts of fee rules and the fee calculator. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  title: 'Pricing',
  close: 'Close',
  line: (fee_class: string, code: string) =>
    `QRIS rates apply to: ${fee_class} (${code}). Your own rates take precedence over standard rates. PPN is added to each fee. Days are in WIB.`,
  own: 'Your rate',
  past: 'Include past rates',
  version: (version: number) => `version ${version}`,
  states: { past: 'Past', present: 'Current', future: 'Upcoming' },
  calculator: {
    amount: 'Amount',
    bank: 'Bank',
    calculate: 'Calculate fee',
    day: 'Day (WIB)',
    fee: (calculation: string) => `Fee: ${calculation}`,
    method: 'Payment method',
    net: 'You receive',
    result: 'Fee calculation',
    rule: (name: string, version: number) => `${name}, version ${version}`,
    rule_own: (name: string, version: number) => `${name}, version ${version} (your rate)`,
    title: 'Fee calculator',
    vat: (calculation: string) => `PPN: ${calculation}`,
  },
  classes: {
    UMI: 'micro business',
    UKE: 'small business',
    UME: 'medium business',
    UBE: 'large business',
    URE: 'regular business',
    EDU: 'education',
    SPBU: 'fuel station',
    BLU: 'public service agency',
    PSO: 'public service obligation',
    G2P: 'government-to-person payments',
    P2G: 'person-to-government payments',
    DONATION: 'donations',
    WORSHIP: 'place of worship',
  },
  services: {
    deposit: 'Deposit by virtual account',
    refund_transfer: 'Refund by bank transfer',
    disbursement: 'Disbursement',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
