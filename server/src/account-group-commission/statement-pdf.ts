/** A commission statement as PDF, for the merchant that earns it: amounts by merchant, totals and payment. */
import { formatBankAccount } from '@dasbor/contract/account-number';
import type { PassThrough } from 'node:stream';
import { spellRupiah } from '@dasbor/contract/amount-in-words';
import type { CommissionStatementDetail } from '@dasbor/contract/commission-statement';
import { formatCount, formatDay, formatInstant, formatRupiah } from '@dasbor/contract/format';
import type { Language } from '@dasbor/contract/language';
import { type PdfPage, renderPdf } from '../pdf/document.ts';
import { STATEMENT_PDF_MESSAGES, type StatementPdfMessages } from './statement-pdf-messages.ts';

/** Of 515 points. */
const WIDTHS = [141, 62, 82, 72, 76, 82] as const;

export function writeCommissionStatement(statement: CommissionStatementDetail, language: Language): PassThrough {
  const t = STATEMENT_PDF_MESSAGES[language];
  return renderPdf({ title: `${t.title} ${statement.number}` }, (page) => {
    const { period_from, period_to, beneficiary_name, group_name, rule_name, status } = statement;
    page.heading(
      `${t.title} ${statement.number}`,
      `${formatDay(period_from, language)} – ${formatDay(period_to, language)} (WIB)`,
    );
    page.field(t.beneficiary, beneficiary_name);
    page.field(t.group, group_name);
    page.field(t.rule, rule_name);
    page.field(t.status, t.statuses[status]);
    page.gap();
    writeLines(page, statement, language);
    writeTotals(page, statement, t);
    writePayment(page, statement, { t, language });
  });
}

function writeLines(page: PdfPage, { lines, ...totals }: CommissionStatementDetail, language: Language): void {
  const t = STATEMENT_PDF_MESSAGES[language];
  const writeRow = page.table(
    t.columns.map((header, at) => ({
      header,
      width: WIDTHS[at] ?? 60,
      ...(at === 0 ? {} : { align: 'right' as const }),
    })),
  );
  for (const line of lines) writeRow([line.merchant_name, ...formatAmounts(line, language)]);
  const payable_amount = totals.payable_amount - totals.carried_amount;
  writeRow([t.total, ...formatAmounts({ ...totals, payable_amount }, language)], true);
  page.gap();
}

type Amounts = Pick<
  CommissionStatementDetail,
  'transaction_count' | 'gross_amount' | 'commission_amount' | 'adjustment_amount' | 'payable_amount'
>;
const formatAmounts = (amounts: Amounts, language: Language): string[] => [
  formatCount(amounts.transaction_count, language),
  formatRupiah(amounts.gross_amount),
  formatRupiah(amounts.commission_amount),
  formatRupiah(amounts.adjustment_amount),
  formatRupiah(amounts.payable_amount),
];

function writeTotals(page: PdfPage, statement: CommissionStatementDetail, t: StatementPdfMessages): void {
  if (statement.carried_amount !== 0) page.field(t.carried, formatRupiah(statement.carried_amount));
  page.field(t.payable, formatRupiah(statement.payable_amount));
  page.field(t.tax((statement.tax_rate_ppm / 10_000).toLocaleString('id-ID')), formatRupiah(0 - statement.tax_amount));
  page.field(t.net, formatRupiah(statement.net_amount));
  if (statement.net_amount > 0) page.field(t.in_words, spellRupiah(statement.net_amount));
  page.gap();
}

/** The bank account and the transfer; nothing before an account is chosen. */
function writePayment(
  page: PdfPage,
  { bank_code, account_last4, holder_name, bank_reference, paid_at }: CommissionStatementDetail,
  { t, language }: { t: StatementPdfMessages; language: Language },
): void {
  if (bank_code === null) return;
  page.field(t.account, `${formatBankAccount(bank_code, account_last4 ?? '')} · ${holder_name ?? ''}`);
  if (paid_at === null) return;
  page.field(t.paid_at, formatInstant(paid_at, language));
  page.field(t.reference, bank_reference ?? '–');
}
