/** The preview of the branding: a payment that does not exist, rendered by the features that customers meet. */
import { localized } from '@dasbor/contract/language';
import type { PayLink } from '@dasbor/contract/pay';
import { buildBrandingHandlers } from './branding/handlers.ts';
import { buildBrandStyle, toEmailSender } from './branding/rules.ts';
import { PAY_FOLDER } from './folders.ts';
import { createPageReader } from './pay/built-page.ts';
import { buildMethodDetails } from './pay/rules.ts';
import { formatLinkEmail } from './payment-link/link-email.ts';
import { buildReceipt } from './transaction/receipt.ts';

const TITLE = localized('Coffee beans, 1 kg', 'Biji kopi, 1 kg');
const AMOUNT = 125_000;
const CUSTOMER = { name: 'Rina', email: null, phone: null };

const readPage = createPageReader(PAY_FOLDER);

export const BRANDING_HANDLERS = buildBrandingHandlers({
  renderPayPage: ({ brand_name, brand_color, logo_url }, { public_url, language, now }) => {
    const methods = (['QRIS', 'BCA'] as const).map((channel) => ({
      ...buildMethodDetails(channel),
      channel,
      amount: AMOUNT,
      surcharge: 0,
      outage: null,
    }));
    const link: PayLink = {
      state: 'payable',
      merchant_name: brand_name,
      logo_url: logo_url && `${public_url}${logo_url}`,
      title: TITLE[language],
      description: null,
      amount: AMOUNT,
      amount_min: null,
      amount_max: null,
      currency: 'IDR',
      items: [],
      fields: [],
      methods,
      starts_at: null,
      expires_at: null,
      language,
      return_url: null,
      now: now.toISOString(),
    };
    const page = readPage()?.renderDocument(link, buildBrandStyle(brand_color)) ?? null;
    // The document is shown without an address of its own.
    return page && page.replaceAll(/(\s(?:src|href)=")\//g, `$1${public_url}/`);
  },

  renderReceipt: (brand, { language, now }) =>
    buildReceipt(
      {
        id: 'txn_00000000000000000000000000',
        amount: AMOUNT,
        tip_amount: 0,
        refunded_amount: 0,
        refund_status: 'none',
        paid_at: now.toISOString(),
        description: TITLE[language],
        payer_name: null,
        customer_name: CUSTOMER.name,
        method: 'qris',
        channel_code: null,
        issuer: 'GoPay',
        va_number: null,
        rrn: null,
        provider_reference: null,
        merchant_reference: null,
      },
      brand,
      now,
    ),

  renderEmail: (brand, { public_url, language }) => {
    const link = {
      title: TITLE[language],
      description: null,
      amount: AMOUNT,
      min_amount: null,
      max_amount: null,
      expires_at: null,
      customer: CUSTOMER,
      language,
      url: `${public_url}/pay/`,
    };
    return formatLinkEmail(link, { kind: 'shared', sender: toEmailSender(brand, public_url) }).html ?? '';
  },
});
