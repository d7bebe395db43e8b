/** SNAP BI transfers (services 16, 17, 18 and 36): shapes of the messages. Paths and signatures: snap.ts. */
import { z } from 'zod';
import { SNAP_SERVICES, latestTransactionStatus, offsetTime, reference, snapAmount, snapResponse } from './snap.ts';

const bankCode = z
  .string()
  .regex(/^\d{3}$/)
  .describe('Three digits of Bank Indonesia');
const accountNo = z
  .string()
  .regex(/^\d{1,34}$/)
  .describe('Number of the account');
const accountName = z.string().min(1).max(100).describe('Holder of the account');

/** Service 16: ask for the name behind an account of any bank. */
export const accountInquiryRequest = z.object({
  beneficiaryBankCode: bankCode,
  beneficiaryAccountNo: accountNo,
  partnerReferenceNo: reference.optional().describe("The caller's number of the question"),
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
  partnerReferenceNo: reference.describe("The caller's number of the transfer; good for one transfer"),
  amount: snapAmount,
  beneficiaryAccountNo: accountNo,
  sourceAccountNo: accountNo,
  transactionDate: offsetTime.describe('When it was asked for'),
  remark: z.string().max(50).optional().describe('Text on the statement'),
};
const transferResponse = z.object({
  ...snapResponse.shape,
  referenceNo: reference.describe("The bank's number of the transfer"),
  partnerReferenceNo: reference.describe("The caller's number"),
  amount: snapAmount,
  beneficiaryAccountNo: accountNo,
});

/** Service 17: to an account of the same bank. */
export const transferIntrabankRequest = z.object(transferFields);
export type TransferIntrabankRequest = z.infer<typeof transferIntrabankRequest>;
export const transferIntrabankResponse = transferResponse;
export type TransferIntrabankResponse = z.infer<typeof transferIntrabankResponse>;

/** Service 18: to an account of another bank. */
export const transferInterbankRequest = z.object({
  ...transferFields,
  beneficiaryAccountName: accountName,
  beneficiaryBankCode: bankCode,
});
export type TransferInterbankRequest = z.infer<typeof transferInterbankRequest>;
export const transferInterbankResponse = z.object({ ...transferResponse.shape, beneficiaryBankCode: bankCode });
export type TransferInterbankResponse = z.infer<typeof transferInterbankResponse>;

export const TRANSFER_SERVICES = [SNAP_SERVICES.transfer_intrabank, SNAP_SERVICES.transfer_interbank] as const;
export type TransferService = (typeof TRANSFER_SERVICES)[number];

/** Service 36: ask how a transfer stands. */
export const transferStatusRequest = z.object({
  originalPartnerReferenceNo: reference.describe("The caller's number of the transfer"),
  serviceCode: z.enum(TRANSFER_SERVICES).describe('Service that it was asked by'),
});
export type TransferStatusRequest = z.infer<typeof transferStatusRequest>;
export const transferStatusResponse = z.object({
  ...snapResponse.shape,
  originalReferenceNo: reference.describe("The bank's number of the transfer"),
  originalPartnerReferenceNo: reference.describe("The caller's number"),
  serviceCode: z.enum(TRANSFER_SERVICES).describe('Service that it was asked by'),
  latestTransactionStatus,
  transactionStatusDesc: z.string().max(50).describe('The state in words'),
  amount: snapAmount,
});
export type TransferStatusResponse = z.infer<typeof transferStatusResponse>;
