/* Virtual accounts: pays them by number or from the list. */
import { at, call, fill, formatRupiah, make, messageIn, messages, refreshEvery } from './shared.js';

const VAS = '/simulate/va';
const PAY = '/simulate/va/pay';
const REFRESH_MS = 1500;
const STATES = {
  open: [messages.status_open, 'wait'],
  paid: [messages.status_paid, 'good'],
  expired: [messages.status_expired, 'dim'],
  closed: [messages.status_closed, 'dim'],
};

const showMessage = messageIn('va-message');

const formatAmount = ({ trx_type, amount, amount_min, amount_max }) => {
  if (trx_type === 'C') return formatRupiah(amount);
  return trx_type === 'O' ? messages.any_amount : `${formatRupiah(amount_min)} – ${formatRupiah(amount_max)}`;
};

function buildLine(va) {
  const line = make('li');
  const [state, state_class] = STATES[va.status];
  const choose = make('button', '', messages.choose);
  choose.type = 'button';
  choose.setAttribute('aria-label', fill(messages.choose_number, { number: va.va_number }));
  choose.addEventListener('click', () => selectNumber(va));
  line.append(
    make('span', 'merchant', va.name),
    make('span', 'right merchant', formatAmount(va)),
    make('span', 'mono dim', va.va_number),
    make(
      'span',
      `right ${state_class}`,
      va.payments_count > 1 ? fill(messages.payments_count, { status: state, count: va.payments_count }) : state,
    ),
    make('span', 'dim', va.is_reusable ? messages.reusable : messages.single_use),
    choose,
  );
  return line;
}

function selectNumber(va) {
  at('va-number').value = va.va_number;
  at('va-amount').value = va.amount ?? '';
  at('va-amount').focus();
}

let shown = '';
async function refresh() {
  try {
    const { data } = await call(VAS);
    const listed = data.slice(0, 20);
    const text = JSON.stringify(listed.map((va) => [va.trx_id, va.status, va.payments_count, formatAmount(va)]));
    // Renders only when something changed, so that the focus is preserved.
    if (text !== shown) at('vas').replaceChildren(...listed.map(buildLine));
    shown = text;
    at('vas-empty').hidden = listed.length > 0;
  } catch {
    // page.js shows that the bank does not respond.
  }
}

at('va').addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = event.currentTarget.querySelector('button');
  const amount = at('va-amount').value;
  button.disabled = true;
  try {
    const request = { va_number: at('va-number').value.trim(), ...(amount && { amount: Number(amount) }) };
    const paid = await call(PAY, 'POST', request);
    const { name, reference_no: reference } = paid;
    showMessage(fill(messages.paid_number, { amount: formatRupiah(paid.paid_amount), name, reference }));
  } catch (error) {
    showMessage(error.message, true);
  }
  button.disabled = false;
  await refresh();
});

const requested_number = new URLSearchParams(location.search).get('va_number');
if (requested_number) {
  at('va-number').value = requested_number;
  // Shows the virtual accounts first.
  at('va-part').parentElement.prepend(at('va-part'));
  at('va-amount').focus();
}
refreshEvery(REFRESH_MS, refresh);
