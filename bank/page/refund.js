/* Reversals, transfers, refunds and test accounts. */
import { at, call, fill, formatRupiah, formatTime, make, messageIn, messages, refreshEvery } from './shared.js';

const REFRESH_MS = 1500;
const SWITCHES = '/simulate/switches';
const OUTCOMES = ['success', 'refused', 'lost', 'time_out'];
const DELAYED_OUTCOMES = ['later_success', 'later_failed', 'later_returned'];
const BEHAVIOURS = [
  'success',
  'failed',
  'unknown_then_success',
  'unknown_then_failed',
  'late_success',
  'returned',
  'returned_next_day',
  'offline',
  'slow',
  'wrong_amount',
  'duplicate',
  'cut_off',
];
const SELECTS = [
  ['transfer_outcome', [...OUTCOMES, ...DELAYED_OUTCOMES]],
  ['refund_outcome', OUTCOMES],
];
const TRANSFER_STATES = {
  success: [messages.transfer_success, 'good'],
  pending: [messages.transfer_pending, 'wait'],
  failed: [messages.transfer_failed, 'bad'],
  returned: [messages.transfer_returned, 'bad'],
};

const ACCOUNT_STATES = {
  open: messages.status_open,
  closed: messages.status_closed,
  dormant: messages.status_dormant,
};
const showMessage = messageIn('refund-message');

/** Renders a list only when something changed, so that the focus is preserved. */
const shown = new Map();
function show(id, items, build) {
  const text = JSON.stringify(items);
  if (text !== shown.get(id)) at(id).replaceChildren(...items.map(build));
  shown.set(id, text);
  at(`${id}-empty`).hidden = items.length > 0;
}

function buildPayment(payment) {
  const line = make('li');
  line.append(
    make('span', 'merchant', payment.payer_name),
    make('span', 'right merchant', formatRupiah(payment.paid_amount)),
    make('span', 'mono dim', payment.reference_no),
    make('span', 'right dim', formatTime(payment.paid_at)),
  );
  if (payment.reversed_at !== null) {
    line.append(make('span', 'dim', payment.kind === 'qris' ? messages.qris : messages.virtual_account));
    line.append(make('span', 'right bad', fill(messages.reversed_at, { time: formatTime(payment.reversed_at) })));
    return line;
  }
  const button = make('button', '', messages.reverse);
  button.type = 'button';
  const { paid_amount, reference_no: reference } = payment;
  button.setAttribute('aria-label', fill(messages.reverse_payment, { amount: formatRupiah(paid_amount), reference }));
  button.addEventListener('click', () => reversePayment(payment, button));
  line.append(make('span', 'dim', payment.kind === 'qris' ? messages.qris : messages.virtual_account), button);
  return line;
}

async function reversePayment({ kind, reference_no, paid_amount }, button) {
  button.disabled = true;
  try {
    const body = kind === 'qris' ? { reference_no } : { payment_request_id: reference_no };
    await call(`/simulate/${kind}/reverse`, 'POST', body);
    showMessage(fill(messages.reversed, { amount: formatRupiah(paid_amount) }));
  } catch (error) {
    showMessage(error.message, true);
  }
  button.disabled = false;
  await refresh();
}

function buildTransfer(transfer) {
  const line = make('li');
  const [state, state_class] = TRANSFER_STATES[transfer.state];
  line.append(
    make('span', 'merchant', transfer.account_name),
    make('span', 'right merchant', formatRupiah(transfer.amount)),
    make('span', 'mono dim', `${transfer.bank_code} ${transfer.account_no}`),
    make('span', `right ${state_class}`, state),
    make('span', 'whole mono dim', transfer.partner_reference_no),
  );
  return line;
}

function buildRefund(refund) {
  const line = make('li');
  line.append(
    make('span', 'merchant', refund.reason),
    make('span', 'right merchant', formatRupiah(refund.amount)),
    make('span', 'mono dim', refund.payment_reference_no),
    make('span', 'right good', messages.refunded),
  );
  return line;
}

function buildAccount(account) {
  const line = make('li');
  const is_open = account.state === 'open';
  line.append(
    make('span', 'merchant', account.name),
    make('span', `right ${is_open ? 'good' : 'bad'}`, ACCOUNT_STATES[account.state]),
    make(
      'span',
      'whole mono dim',
      fill(messages.bank_account, { bank: account.bank_code, account: account.account_no }),
    ),
  );
  if (is_open) line.append(buildBehaviour(account));
  return line;
}

/** How transfers to an account end. */
function buildBehaviour({ account_no, name, outcome }) {
  const select = make('select', 'whole');
  select.setAttribute('aria-label', fill(messages.behaviour, { name }));
  select.append(
    ...BEHAVIOURS.map((value) => {
      const option = make('option', '', messages[`behaviour_${value}`]);
      option.value = value;
      return option;
    }),
  );
  select.value = outcome;
  select.addEventListener('change', () =>
    call('/simulate/transfer/behaviour', 'POST', { account_no, outcome: select.value }).catch((error) =>
      showMessage(error.message, true),
    ),
  );
  return select;
}

for (const [name, options] of SELECTS) {
  const select = at(name);
  select.append(
    ...options.map((value) => {
      const option = make('option', '', messages[`outcome_${value}`]);
      option.value = value;
      return option;
    }),
  );
  select.addEventListener('change', () =>
    call(SWITCHES, 'PUT', { [name]: select.value }).catch((error) => showMessage(error.message, true)),
  );
}

async function refresh() {
  try {
    const paths = ['payments', 'transfers', 'refunds', 'accounts', 'switches', 'transfer/behaviour'];
    const [payments, transfers, refunds, accounts, switches, behaviours] = await Promise.all(
      paths.map((path) => call(`/simulate/${path}`)),
    );
    show('payments', payments.data.slice(0, 10), buildPayment);
    show('transfers', transfers.data.slice(0, 10), buildTransfer);
    show('refunds', refunds.data.slice(0, 10), buildRefund);
    const outcomes = new Map(behaviours.data.map(({ account_no, outcome }) => [account_no, outcome]));
    const behaving = accounts.data.map((account) => ({
      ...account,
      outcome: outcomes.get(account.account_no) ?? 'success',
    }));
    show('accounts', behaving, buildAccount);
    for (const [name] of SELECTS) if (at(name) !== document.activeElement) at(name).value = switches[name];
  } catch {
    // page.js shows that the bank does not respond.
  }
}

refreshEvery(REFRESH_MS, refresh);
