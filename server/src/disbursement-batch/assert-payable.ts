/** Rows that must not be paid any more: their account was blocked or a rule became stricter since they were validated. */
import { localized } from '@dasbor/contract/language';
import { type DisbursementRefusal, findDisbursementRefusals } from '../disbursement/refusal.ts';
import type { MerchantTx } from '../db/tx.ts';
import { Problem } from '../http/problem.ts';
import type { Vault } from '../vault.ts';
import { listRowsToPay } from './row-queries.ts';

/** Rows that an error names. */
const NAMED_MAX = 10;

/** Throws 422 `beneficiary_blocked`, `beneficiary_not_allowed` or `limit_exceeded`, and names the rows. */
export async function assertRowsPayable(
  tx: MerchantTx,
  vault: Vault,
  { id, now }: { id: string; now: Date },
): Promise<void> {
  const rows = await listRowsToPay(tx, id);
  const refusals = await findDisbursementRefusals(tx, vault, rows, now);
  const refusal = refusals.find((each) => each !== null);
  if (refusal === undefined || refusal === null) return;
  const row_nos = rows.flatMap(({ row_no }, index) => (refusals[index] === refusal ? [row_no] : []));
  throw rowsRefused(refusal, row_nos);
}

function rowsRefused(refusal: DisbursementRefusal, row_nos: readonly number[]): Problem {
  const named = row_nos.slice(0, NAMED_MAX).join(', ') + (row_nos.length > NAMED_MAX ? ', …' : '');
  switch (refusal) {
    case 'beneficiary_blocked':
      return new Problem(
        422,
        refusal,
        localized(
          `The beneficiaries of these rows are blocked: ${named}. Delete or exclude the rows.`,
          `Penerima pada baris ini diblokir: ${named}. Hapus atau kecualikan barisnya.`,
        ),
      );
    case 'beneficiary_not_allowed':
      return new Problem(
        422,
        refusal,
        localized(
          `Only saved beneficiaries may be paid. Delete or exclude these rows: ${named}.`,
          `Hanya penerima tersimpan yang dapat dibayar. Hapus atau kecualikan baris ini: ${named}.`,
        ),
      );
    case 'payout_limit_exceeded':
      return new Problem(
        422,
        'limit_exceeded',
        localized(
          `The amounts of these rows exceed your limit per disbursement: ${named}. Delete or exclude the rows.`,
          `Jumlah pada baris ini melebihi batas per disbursement Anda: ${named}. Hapus atau kecualikan barisnya.`,
        ),
      );
  }
}
