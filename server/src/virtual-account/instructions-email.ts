/** The e-mail that tells a customer a number and how to pay it. */
import { formatVaNumber, buildVaInstructions, formatVaPayers } from '@dasbor/contract/va-instructions';
import type { VirtualAccount } from '@dasbor/contract/virtual-account-fields';

const rupiahText = (amount: number): string => `Rp ${amount.toLocaleString('id-ID')}`;
const wib_time = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeStyle: 'short', timeZone: 'Asia/Jakarta' });

/** Plain text: it says the same in every mail program, and carries no link that could be forged. */
export function buildInstructionsEmail(va: VirtualAccount, brand_name: string): { subject: string; text: string } {
  const { bank, va_number, holder_name } = va;
  const facts = [
    `Bank:   ${bank}`,
    `Number: ${va_number}  (${formatVaNumber(va_number)})`,
    `Name:   ${holder_name}`,
    `Amount: ${formatAmount(va)}`,
    ...(va.expires_at === null ? [] : [`Until:  ${wib_time.format(new Date(va.expires_at))} WIB`]),
    ...(va.description === null ? [] : [`For:    ${va.description}`]),
  ];
  const ways = buildVaInstructions({ bank, va_number, exact_amount: va.amount_type === 'closed' }).map(
    ({ title, steps }) => [title, ...steps.map((step, place) => `  ${place + 1}. ${step}`)].join('\n'),
  );
  const text = [
    `${brand_name} asks you to pay by bank transfer to this virtual account:`,
    facts.join('\n'),
    formatVaPayers(bank),
    ...ways,
    `Questions about your order? Please ask ${brand_name}.`,
  ].join('\n\n');
  return { subject: `Pay ${brand_name} by ${bank} virtual account`, text };
}

function formatAmount({ amount_type, expected_amount, amount_min, amount_max }: VirtualAccount): string {
  if (amount_type === 'closed') return `${rupiahText(expected_amount ?? 0)}, exactly`;
  if (amount_type === 'open') return 'as you like';
  return `${rupiahText(amount_min ?? 0)} to ${rupiahText(amount_max ?? 0)}`;
}
