/** Texts of the branding settings. */
import { defineMessages } from '../ui/define-messages.ts';

const ENGLISH = {
  logo: {
    title: 'Logo',
    line: (types: string, limit: string) =>
      `${types}, up to ${limit}. A square picture on a plain or transparent background works best.`,
    none: 'No logo yet. Customers see the initials of your name.',
    current: 'Your logo',
    upload: 'Upload logo',
    replace: 'Replace logo',
    remove: 'Remove logo',
    too_large: (limit: string) => `The file is larger than ${limit}. Choose a smaller file.`,
    saved: 'Logo saved',
    removed: 'Logo removed',
  },
  color: {
    title: 'Colour',
    label: 'Brand colour',
    description: 'Buttons and links of the pay page, receipts and emails to customers.',
    invalid: 'Enter a colour such as #2f55c4.',
    too_light: (nearest: string) =>
      `White text on this colour is hard to read. The nearest allowed colour is ${nearest}.`,
    use_nearest: (nearest: string) => `Use ${nearest}`,
    reset: 'Use the default colour',
    save: 'Save colour',
    unsaved: 'You have unsaved changes',
    saved: 'Colour saved',
    read_only: 'Your role can view the branding but not change it.',
  },
  preview: {
    title: 'Preview',
    surface: 'What to preview',
    scheme: 'Appearance',
    pay: 'Pay page',
    receipt: 'Receipt',
    email: 'Email',
    light: 'Light',
    dark: 'Dark',
    no_viewer: 'This browser does not show PDF files here.',
    open_receipt: 'Open the receipt',
  },
};

export type Messages = typeof ENGLISH;
export const messages = defineMessages(ENGLISH, () => import('./messages-id.ts'));
