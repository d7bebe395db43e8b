/* The part of the bank's page for money that goes back: payments to take back, transfers, refunds, and the accounts. */

const REFRESH_MS = 1500;
const SWITCHES = '/simulate/switches';
const OUTCOMES = [
  ['success', 'Go well'],
  ['refused', 'Refused'],
  ['lost', 'Lost: never booked, no answer'],
  ['time_out', 'Time out: booked, no answer'],
];
const LATER = [
  ['later_success', 'Later: in progress, then done'],
  ['later_failed', 'Later: in progress, then refused'],
  ['later_returned', 'Later: in progress, then come back'],
];
const SELECTS = [
  ['transfer_outcome', [...OUTCOMES, ...LATER]],
  ['refund_outcome', OUTCOMES],
];
const TRANSFER_STATES = {
  success: ['✓ Done', 'good'],
  pending: ['… Under way', 'wait'],
  failed: ['✕ Refused', 'bad'],
  returned: ['✕ Come back', 'bad'],
};

const at = (id) => document.getElementById(id);
const rupiah = (amount) => `Rp ${amount.toLocaleString('id-ID')}`;
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Jakarta' });
const clockTime = (iso) => `${timeFormat.format(new Date(iso))} WIB`;

function make(tag, class_name, text) {
  const element = document.createElement(tag);
  if (class_name) element.className = class_name;
  if (text !== undefined) element.textContent = text;
  return element;
}

function say(text, failed = false) {
  at('refund-message').textContent = text;
  at('refund-message').classList.toggle('failed', failed);
}

async function call(path, method = 'GET', body) {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

/** Draws a list again only when something changed, so that the focus stays. */
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
    make('span', 'right merchant', rupiah(payment.paid_amount)),
    make('span', 'mono dim', payment.reference_no),
    make('span', 'right dim', clockTime(payment.paid_at)),
  );
  if (payment.reversed_at !== null) {
    line.append(make('span', 'dim', payment.kind === 'qris' ? 'QRIS' : 'Virtual account'));
    line.append(make('span', 'right bad', `Taken back ${clockTime(payment.reversed_at)}`));
    return line;
  }
  const button = make('button', '', 'Take back');
  button.type = 'button';
  button.setAttribute('aria-label', `Take back ${rupiah(payment.paid_amount)}, ${payment.reference_no}`);
  button.addEventListener('click', () => takeBack(payment, button));
  line.append(make('span', 'dim', payment.kind === 'qris' ? 'QRIS' : 'Virtual account'), button);
  return line;
}

async function takeBack({ kind, reference_no, paid_amount }, button) {
  button.disabled = true;
  try {
    const body = kind === 'qris' ? { reference_no } : { payment_request_id: reference_no };
    await call(`/simulate/${kind}/reverse`, 'POST', body);
    say(`${rupiah(paid_amount)} taken back; the partner is told.`);
  } catch (error) {
    say(error.message, true);
  }
  button.disabled = false;
  await refresh();
}

function buildTransfer(transfer) {
  const line = make('li');
  const [state, state_class] = TRANSFER_STATES[transfer.state];
  line.append(
    make('span', 'merchant', transfer.account_name),
    make('span', 'right merchant', rupiah(transfer.amount)),
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
    make('span', 'right merchant', rupiah(refund.amount)),
    make('span', 'mono dim', refund.payment_reference_no),
    make('span', 'right good', '✓ Given back'),
  );
  return line;
}

function buildAccount(account) {
  const line = make('li');
  const is_open = account.state === 'open';
  line.append(
    make('span', 'merchant', account.name),
    make('span', `right ${is_open ? 'good' : 'bad'}`, is_open ? 'Open' : account.state),
    make('span', 'whole mono dim', `Bank ${account.bank_code}, ${account.account_no}`),
  );
  return line;
}

for (const [name, options] of SELECTS) {
  const select = at(name);
  select.append(
    ...options.map(([value, words]) => {
      const option = make('option', '', words);
      option.value = value;
      return option;
    }),
  );
  select.addEventListener('change', () =>
    call(SWITCHES, 'PUT', { [name]: select.value }).catch((error) => say(error.message, true)),
  );
}

async function refresh() {
  try {
    const paths = ['payments', 'transfers', 'refunds', 'accounts', 'switches'];
    const [payments, transfers, refunds, accounts, switches] = await Promise.all(
      paths.map((path) => call(`/simulate/${path}`)),
    );
    show('payments', payments.data.slice(0, 10), buildPayment);
    show('transfers', transfers.data.slice(0, 10), buildTransfer);
    show('refunds', refunds.data.slice(0, 10), buildRefund);
    show('accounts', accounts.data, buildAccount);
    for (const [name] of SELECTS) if (at(name) !== document.activeElement) at(name).value = switches[name];
  } catch {
    // The other part of the page says that the bank does not answer.
  }
}

setInterval(() => document.hidden || refresh(), REFRESH_MS);
document.addEventListener('visibilitychange', () => document.hidden || refresh());
void refresh();
