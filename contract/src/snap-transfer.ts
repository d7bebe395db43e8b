/** SNAP BI transfers (services 16, 17, 18 and 36): shapes of the messages. Paths and signatures: snap.ts. */
import { z } from 'zod';
import { SNAP_SERVICES, latestTransactionStatus, offsetTime, reference, snapAmount, snapAnswer } from './snap.ts';

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
export const accountInquiryAnswer = z.object({
  ...snapAnswer.shape,
  beneficiaryBankCode: bankCode,
  beneficiaryAccountNo: accountNo,
  beneficiaryAccountName: accountName,
});
export type AccountInquiryAnswer = z.infer<typeof accountInquiryAnswer>;

const transfer = {
  partnerReferenceNo: reference.describe("The caller's number of the transfer; good for one transfer"),
  amount: snapAmount,
  beneficiaryAccountNo: accountNo,
  sourceAccountNo: accountNo,
  transactionDate: offsetTime.describe('When it was asked for'),
  remark: z.string().max(50).optional().describe('Text on the statement'),
};
const transferAnswer = z.object({
  ...snapAnswer.shape,
  referenceNo: reference.describe("The bank's number of the transfer"),
  partnerReferenceNo: reference.describe("The caller's number"),
  amount: snapAmount,
  beneficiaryAccountNo: accountNo,
});

/** Service 17: to an account of the same bank. */
export const transferIntrabankRequest = z.object(transfer);
export type TransferIntrabankRequest = z.infer<typeof transferIntrabankRequest>;
export const transferIntrabankAnswer = transferAnswer;
export type TransferIntrabankAnswer = z.infer<typeof transferIntrabankAnswer>;

/** Service 18: to an account of another bank. */
export const transferInterbankRequest = z.object({
  ...transfer,
  beneficiaryAccountName: accountName,
  beneficiaryBankCode: bankCode,
});
export type TransferInterbankRequest = z.infer<typeof transferInterbankRequest>;
export const transferInterbankAnswer = z.object({ ...transferAnswer.shape, beneficiaryBankCode: bankCode });
export type TransferInterbankAnswer = z.infer<typeof transferInterbankAnswer>;

export const TRANSFER_SERVICES = [SNAP_SERVICES.transfer_intrabank, SNAP_SERVICES.transfer_interbank] as const;
export type TransferService = (typeof TRANSFER_SERVICES)[number];

/** Service 36: ask how a transfer stands. */
export const transferStatusRequest = z.object({
  originalPartnerReferenceNo: reference.describe("The caller's number of the transfer"),
  serviceCode: z.enum(TRANSFER_SERVICES).describe('Service that it was asked by'),
});
export type TransferStatusRequest = z.infer<typeof transferStatusRequest>;
export const transferStatusAnswer = z.object({
  ...snapAnswer.shape,
  originalReferenceNo: reference.describe("The bank's number of the transfer"),
  originalPartnerReferenceNo: reference.describe("The caller's number"),
  serviceCode: z.enum(TRANSFER_SERVICES).describe('Service that it was asked by'),
  latestTransactionStatus,
  transactionStatusDesc: z.string().max(50).describe('The state in words'),
  amount: snapAmount,
});
export type TransferStatusAnswer = z.infer<typeof transferStatusAnswer>;
