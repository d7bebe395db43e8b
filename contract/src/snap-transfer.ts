/** SNAP BI transfers (services 16, 17, 18, 22, 23 and 36): schemas. Paths and signatures: snap.ts. */
import { z } from 'zod';
import { SNAP_SERVICES, latestTransactionStatus, offsetTime, reference, snapAmount, snapResponse } from './snap.ts';

const bankCode = z
  .string()
  .regex(/^\d{3}$/)
  .describe('Bank code, three digits assigned by Bank Indonesia');
const accountNo = z
  .string()
  .regex(/^\d{1,34}$/)
  .describe('Account number');
const accountName = z.string().min(1).max(100).describe('Account holder');

/** Service 16: retrieve the holder name of an account at any bank. */
export const accountInquiryRequest = z.object({
  beneficiaryBankCode: bankCode,
  beneficiaryAccountNo: accountNo,
  partnerReferenceNo: reference.optional().describe("The partner's reference of this request"),
});
export type AccountInquiryRequest = z.infer<typeof accountInquiryRequest>;
export const accountInquiryResponse = z.object({
  ...snapResponse.shape,
  beneficiaryBankCode: bankCode,
  beneficiaryAccountNo: accountNo,
  beneficiaryAccountName: accountName,
});
export type AccountInquiryResponse = z.infer<typeof accountInquiryResponse>;

const transferFields = {
  partnerReferenceNo: reference.describe("The partner's reference of the transfer; unique per transfer"),
  amount: snapAmount,
  beneficiaryAccountNo: accountNo,
  sourceAccountNo: accountNo,
  transactionDate: offsetTime.describe('Time of the request'),
  remark: z.string().max(50).optional().describe('Statement description'),
};
const transferResponse = z.object({
  ...snapResponse.shape,
  referenceNo: reference.describe("The bank's reference of the transfer"),
  partnerReferenceNo: reference.describe("The partner's reference"),
  amount: snapAmount,
  beneficiaryAccountNo: accountNo,
});

/** Service 17: transfer to an account at the same bank. */
export const transferIntrabankRequest = z.object(transferFields);
export type TransferIntrabankRequest = z.infer<typeof transferIntrabankRequest>;
export const transferIntrabankResponse = transferResponse;
export type TransferIntrabankResponse = z.infer<typeof transferIntrabankResponse>;

/** Services 18, 22 and 23: transfer to an account at another bank, instantly or over RTGS or SKN. */
export const transferInterbankRequest = z.object({
  ...transferFields,
  beneficiaryAccountName: accountName,
  beneficiaryBankCode: bankCode,
});
export type TransferInterbankRequest = z.infer<typeof transferInterbankRequest>;
export const transferInterbankResponse = z.object({ ...transferResponse.shape, beneficiaryBankCode: bankCode });
export type TransferInterbankResponse = z.infer<typeof transferInterbankResponse>;

export const TRANSFER_SERVICES = [
  SNAP_SERVICES.transfer_intrabank,
  SNAP_SERVICES.transfer_interbank,
  SNAP_SERVICES.transfer_rtgs,
  SNAP_SERVICES.transfer_skn,
] as const;
export type TransferService = (typeof TRANSFER_SERVICES)[number];

/** Service 36: query the status of a transfer. */
export const transferStatusRequest = z.object({
  originalPartnerReferenceNo: reference.describe("The partner's reference of the transfer"),
  serviceCode: z.enum(TRANSFER_SERVICES).describe('Service that made the transfer'),
});
export type TransferStatusRequest = z.infer<typeof transferStatusRequest>;
export const transferStatusResponse = z.object({
  ...snapResponse.shape,
  originalReferenceNo: reference.describe("The bank's reference of the transfer"),
  originalPartnerReferenceNo: reference.describe("The partner's reference"),
  serviceCode: z.enum(TRANSFER_SERVICES).describe('Service that made the transfer'),
  latestTransactionStatus,
  transactionStatusDesc: z.string().max(50).describe('Status description'),
  amount: snapAmount,
});
export type TransferStatusResponse = z.infer<typeof transferStatusResponse>;
