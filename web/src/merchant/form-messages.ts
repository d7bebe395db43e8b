/** Texts of the form of a merchant in English. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  form: {
    add_title: 'Add merchant',
    add_line: 'The owner gets an invitation by email and becomes the first superadmin.',
    edit_title: (name: string) => `Edit ${name}`,
    edit_line: 'Changes apply at once and are recorded in the audit log of the merchant.',
    denied_title: 'You cannot change merchants',
    denied: 'Your role can view merchants but not add or change them. Ask an administrator of the provider.',
    added: 'Merchant added, owner invited',
    saved: 'Changes saved',
    owner: 'Owner',
    owner_email: 'Email of the owner',
    owner_hint: 'The invitation works once, for seven days.',
    start: 'Verification',
    start_onboarding: 'The owner completes the business profile and submits it for verification',
    start_active: 'Already verified: the merchant is active at once',
    code_hint: '3 to 20 characters A–Z and 0–9. It cannot be changed later.',
    mcc_hint: 'Four digits, such as 5812 for restaurants',
    nmid_hint: 'ID and 13 digits, as the acquirer assigned it',
    group_hint: 'From today. A membership in another group of the same type ends.',
    city_hint: 'As in QR codes, at most 15 characters',
    address: 'Address',
    people: 'People',
    people_line:
      'Owners, directors, shareholders and contacts. The merchant can also enter them in its business profile.',
    person: (no: number) => `Person ${no}`,
    add_person: 'Add person',
    remove_person: (name: string) => `Remove ${name}`,
    account: 'Settlement account',
    account_approved: 'approved',
    account_waits: 'not approved',
    partly_saved: (parts: string) =>
      `The merchant is saved, except for the following. Correct it and save again.\n${parts}`,
    missing: 'This field is required.',
    invalid: {
      code: 'Use 3 to 20 characters A–Z and 0–9, beginning with A–Z.',
      mcc: 'Enter four digits.',
      nmid: 'Enter ID and 13 digits.',
      postal_code: 'Enter five digits.',
      nib: 'Enter 13 digits.',
      npwp: 'Enter 15 or 16 digits.',
      email: 'Enter an email address.',
      cs_email: 'Enter an email address.',
      owner_email: 'Enter an email address.',
    },
  },
  agreed_terms: {
    pricing_line: 'Without an entry the standard prices apply. PPN is added to each fee.',
    pricing_edit_line:
      'Entries here become new versions of the agreed prices; payments before their first day keep the earlier ones. All versions are in the Pricing section of the merchant.',
    terms_line: 'Without an entry the standard terms apply.',
    terms_edit_line: (terms: string) =>
      `Current terms: ${terms}. Entries here become new versions; earlier payments keep their terms.`,
    add_price: 'Add price',
    add_term: 'Add term',
    channel: 'Channel',
    any_bank: 'Virtual account, other banks',
    virtual_account: (bank: string) => `Virtual account ${bank}`,
    disbursement: 'Disbursement',
    rate: 'Rate in %',
    flat: 'Fixed fee',
    remove: 'Remove',
    twice: 'Enter each channel once.',
    from_title: 'First day of new versions',
    from: 'Effective from (WIB)',
  },
};

export type Messages = typeof ENGLISH;
export const formMessages = defineMessages(ENGLISH, () => import('./form-messages-id.ts'));
