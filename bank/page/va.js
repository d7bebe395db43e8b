/* The part of the bank's page that pays virtual accounts, by number or from the list of those that are open. */

const VAS = '/simulate/va';
const PAY = '/simulate/va/pay';
const REFRESH_MS = 1500;
const STATES = {
  open: ['Open', 'wait'],
  paid: ['✓ Paid', 'good'],
  expired: ['Expired', 'dim'],
  closed: ['Closed', 'dim'],
};

const at = (id) => document.getElementById(id);
const rupiah = (amount) => `Rp ${amount.toLocaleString('id-ID')}`;

function make(tag, class_name, text) {
  const element = document.createElement(tag);
  if (class_name) element.className = class_name;
  if (text !== undefined) element.textContent = text;
  return element;
}

function say(text, failed = false) {
  at('va-message').textContent = text;
  at('va-message').classList.toggle('failed', failed);
}

async function call(path, method = 'GET', body) {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

const wantedOf = ({ trx_type, amount, amount_min, amount_max }) => {
  if (trx_type === 'C') return rupiah(amount);
  return trx_type === 'O' ? 'Any amount' : `${rupiah(amount_min)} – ${rupiah(amount_max)}`;
};

function buildLine(va) {
  const line = make('li');
  const [state, state_class] = STATES[va.status];
  const choose = make('button', '', 'Choose');
  choose.type = 'button';
  choose.setAttribute('aria-label', `Choose ${va.va_number}`);
  choose.addEventListener('click', () => chooseNumber(va));
  line.append(
    make('span', 'merchant', va.name),
    make('span', 'right merchant', wantedOf(va)),
    make('span', 'mono dim', va.va_number),
    make('span', `right ${state_class}`, va.payments_count > 1 ? `${state} · ${va.payments_count} payments` : state),
    make('span', 'dim', va.is_reusable ? 'Reusable' : 'One payment'),
    choose,
  );
  return line;
}

function chooseNumber(va) {
  at('va-number').value = va.va_number;
  at('va-amount').value = va.amount ?? '';
  at('va-amount').focus();
}

let shown = '';
async function refresh() {
  try {
    const { data } = await call(VAS);
    const listed = data.slice(0, 20);
    const text = JSON.stringify(listed.map((va) => [va.trx_id, va.status, va.payments_count, wantedOf(va)]));
    // Drawn again only when something changed, so that the focus stays.
    if (text !== shown) at('vas').replaceChildren(...listed.map(buildLine));
    shown = text;
    at('vas-empty').hidden = listed.length > 0;
  } catch {
    // The other part of the page says that the bank does not answer.
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
    say(`Paid ${rupiah(paid.paid_amount)} to ${paid.name}. Reference ${paid.reference_no}.`);
  } catch (error) {
    say(error.message, true);
  }
  button.disabled = false;
  await refresh();
});

const wished = new URLSearchParams(location.search).get('va_number');
if (wished) {
  at('va-number').value = wished;
  // Who comes for a number wants that first.
  at('va-part').parentElement.prepend(at('va-part'));
  at('va-amount').focus();
}
setInterval(() => document.hidden || refresh(), REFRESH_MS);
document.addEventListener('visibilitychange', () => document.hidden || refresh());
void refresh();
