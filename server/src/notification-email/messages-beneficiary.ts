/** Texts of the email to the beneficiary of a disbursement, whose language is not known: in Indonesian and English. */
import type { TemplateData } from '../db/column-types.ts';
import { toText } from './format.ts';
import { amount } from './message-builders.ts';

/** Object type of emails to people outside the merchant: they have no link to the dashboard. */
export const BENEFICIARY_OBJECT_TYPE = 'beneficiary_notice';

export const BENEFICIARY_SUBJECT = (data: TemplateData): string =>
  `${toText(data.brand_name)}: transfer ${amount(data)} / transfer of ${amount(data)}`;
export const BENEFICIARY_BODY = (data: TemplateData): string =>
  `Transfer sebesar ${amount(data)} telah dikirim ke rekening Anda. / A transfer of ${amount(data)} was sent to your account.`;

export const buildBeneficiaryFooter = (brand_name: string): string[] => [
  `Anda menerima email ini karena ${brand_name} mencantumkan alamat Anda pada transfer ini.`,
  `You are receiving this email because ${brand_name} entered your address with this transfer.`,
];
