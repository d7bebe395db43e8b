/** The list of commission rules and the earnings under one of them as files. */
import { z } from 'zod';
import {
  type CommissionEarning,
  type CommissionRule,
  PPM_PER_PERCENT,
  commissionEarning,
  commissionRule,
} from '@dasbor/contract/account-group-commission-fields';
import type { Language } from '@dasbor/contract/language';
import type { TimeZone } from '@dasbor/contract/time';
import { listFields } from '../db/columns.ts';
import { createHeaderFormat } from '../db/csv-cells.ts';
import { buildRowTable } from '../table-file/row-table.ts';
import type { Table } from '../table-file/table.ts';

/** A rule with its tiers as one text; a request for approval is of no use in a file. */
const ruleRow = commissionRule.omit({ approval_id: true }).extend({ tiers: z.string() });
type RuleRow = z.infer<typeof ruleRow>;

const formatRuleHeader = createHeaderFormat<keyof RuleRow>({
  id: 'ID',
  created_at: 'Dibuat',
  name: 'Nama',
  group_id: 'ID grup akun',
  group_code: 'Kode grup akun',
  group_name: 'Nama grup akun',
  beneficiary_id: 'ID penerima komisi',
  beneficiary_name: 'Penerima komisi',
  bank_code: 'Kode bank',
  account_last4: 'Empat digit terakhir rekening',
  method: 'Metode',
  channel_code: 'Kanal',
  basis: 'Dasar',
  rate_ppm: 'Tarif (per sejuta)',
  flat_amount: 'Nominal tetap',
  commission_min: 'Komisi minimum',
  commission_max: 'Komisi maksimum',
  tiers: 'Tingkat volume',
  bearer: 'Penanggung',
  tax_rate_ppm: 'Tarif PPh (per sejuta)',
  cycle: 'Siklus',
  effective_from: 'Berlaku dari',
  effective_to: 'Berlaku sampai',
  series_id: 'ID versi pertama',
  version: 'Versi',
  status: 'Status',
  created_by: 'Dibuat oleh',
  submitted_by: 'Diajukan oleh',
  decided_by: 'Diputuskan oleh',
  decided_at: 'Diputuskan',
  remark: 'Catatan',
});

const formatEarningHeader = createHeaderFormat<keyof CommissionEarning>({
  period_from: 'Periode dari',
  period_to: 'Periode sampai',
  merchant_id: 'ID merchant',
  merchant_name: 'Nama merchant',
  transaction_count: 'Jumlah pembayaran',
  gross_amount: 'Nilai bruto',
  fee_amount: 'Biaya',
  commission_amount: 'Komisi',
  adjustment_amount: 'Penyesuaian',
  payable_amount: 'Terutang',
});

/** `1000000000: 0.3% + 100; …`: volume of the month from which a rate and a fixed amount apply. */
const formatTiers = (tiers: CommissionRule['tiers']): string =>
  tiers
    .map(({ volume_from, rate_ppm, flat_amount }) => `${volume_from}: ${rate_ppm / PPM_PER_PERCENT}% + ${flat_amount}`)
    .join('; ');

async function* toRuleRows(rules: AsyncIterable<CommissionRule>): AsyncGenerator<RuleRow> {
  for await (const { approval_id: _, ...rule } of rules) yield { ...rule, tiers: formatTiers(rule.tiers) };
}

export const buildRuleTable = (rules: AsyncIterable<CommissionRule>, language: Language, time_zone: TimeZone): Table =>
  buildRowTable(toRuleRows(rules), {
    shape: ruleRow.shape,
    names: listFields(ruleRow.shape),
    formatHeader: formatRuleHeader,
    language,
    time_zone,
  });

export const buildEarningTable = (rows: readonly CommissionEarning[], language: Language): Table =>
  buildRowTable(rows, {
    shape: commissionEarning.shape,
    names: listFields(commissionEarning.shape),
    formatHeader: formatEarningHeader,
    language,
  });
