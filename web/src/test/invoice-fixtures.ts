import type { Invoice, InvoiceDetail } from '@dasbor/contract/invoice';
import { MERCHANT_ID } from './merchant-fixtures.ts';

const INVOICE: Invoice = {
  id: 'ivc_01kaj6x7v3q2m8n4p5r6s70001',
  number: 'INV-202610-00001',
  kind: 'invoice',
  merchant_id: MERCHANT_ID,
  merchant_name: 'PT Kopi Nusantara Jaya',
  period_from: '2026-10-01',
  period_to: '2026-10-31',
  issue_date: '2026-11-02',
  issued_at: '2026-11-02T00:15:00.000Z',
  fee_amount: 1_000_000,
  dpp_amount: 916_667,
  vat_amount: 110_000,
  total_amount: 1_110_000,
  currency: 'IDR',
  tax_invoice_no: null,
  corrects_id: null,
};

export const buildInvoice = (change: Partial<Invoice> = {}): Invoice => ({ ...INVOICE, ...change });

export const buildInvoiceDetail = (change: Partial<InvoiceDetail> = {}): InvoiceDetail => ({
  ...INVOICE,
  issuer: { name: 'PT Dasbor Pembayaran Indonesia', address: 'Jakarta', npwp: '0099887766055000' },
  billed_to: {
    name: 'PT Kopi Nusantara Jaya',
    brand_name: 'Kopi Nusantara',
    code: 'KOPI',
    address: 'Jl. Braga 1, Bandung',
    npwp: '0012345678012000',
    npwp_name: 'PT Kopi Nusantara Jaya',
  },
  reason: null,
  corrects_number: null,
  credited_amount: 0,
  creditable_fee_amount: 1_000_000,
  lines: [
    {
      line_no: 1,
      service: 'qris',
      movement: 'charged',
      fee_rule: 'QRIS small business (UKE)',
      rate_bps: 70,
      flat_amount: null,
      count: 1_200,
      fee_amount: 1_000_000,
      dpp_amount: 916_667,
      vat_rate_bps: 1_200,
      vat_amount: 110_000,
      total_amount: 1_110_000,
    },
  ],
  credit_notes: [],
  requests: [],
  ...change,
});
