/* The bank's page: reads the bank's state once a second while it is looked at, and pays codes by hand. */

const REFRESH_MS = 1000;
const CODES = '/simulate/qris';
const PAY = '/simulate/qris/pay';
const CALLBACKS = '/simulate/callbacks';
const SWITCHES = '/simulate/switches';
const NO_ANSWER = 'The sandbox bank does not answer. Is it still running?';

const SWITCH_TEXTS = [
  ['refuse', 'Refuse payments', "The payer's bank says no"],
  ['pay_expired', 'Take expired codes', 'Paid after expiry, so the callback comes late'],
  ['va_skip_inquiry', 'Take without asking', 'Numbers are paid without an inquiry, even paid ones'],
  ['wrong_amount', 'Wrong amount', 'One rupiah too much, or the amount typed by hand'],
  ['callback_delay_ms', 'Delay callbacks', 'Milliseconds from payment to callback'],
  ['late', 'Late callbacks', 'Held until the code has expired'],
  ['duplicate', 'Duplicate callbacks', 'How many times each is sent'],
  ['lost', 'Lost callbacks', 'Never sent; a status query still says paid'],
  ['wrong_signature', 'Wrong signature', 'Callbacks do not verify'],
  ['generate_refuse', 'Refuse new codes', 'The creation of a code is refused'],
  ['generate_delay_ms', 'Slow new codes', 'Milliseconds until a creation is answered'],
  ['paid_before_cancel', 'Paid before cancelled', 'A code that is to be cancelled is paid a moment before'],
  ['callback_before_answer', 'Callback before answer', 'A new code is answered only once it was paid here'],
  ['offline', 'Offline', 'Every SNAP call is answered 503'],
];

const CODE_STATES = { paid: ['✓ Paid', 'good'], expired: ['Expired', 'dim'], cancelled: ['Cancelled', 'dim'] };
const CALLBACK_STATES = {
  delivered: ['✓ Delivered', 'good'],
  waiting: ['… Waiting', 'wait'],
  given_up: ['✕ Given up', 'bad'],
  lost: ['✕ Lost by switch', 'bad'],
};

const at = (id) => document.getElementById(id);
const rupiah = (amount) => `Rp ${amount.toLocaleString('id-ID')}`;
const timeFormat = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: 'Asia/Jakarta' });
const clockTime = (iso) => `${timeFormat.format(new Date(iso))} WIB`;

/** Difference between the bank's clock and this browser's. */
let clock_ahead_ms = 0;
let open_codes = [];

function make(tag, class_name, text) {
  const element = document.createElement(tag);
  if (class_name) element.className = class_name;
  if (text !== undefined) element.textContent = text;
  return element;
}

async function call(path, method = 'GET', body) {
  const sent = body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const response = await fetch(path, { method, ...sent });
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.detail);
  return answer;
}

function say(text, failed = false) {
  const message = at('message');
  message.textContent = text;
  message.classList.toggle('failed', failed);
}

async function pay(request, button) {
  button.disabled = true;
  try {
    const paid = await call(PAY, 'POST', request);
    say(`Paid ${rupiah(paid.paid_amount)} to ${paid.merchant_name}. RRN ${paid.rrn}.`);
  } catch (error) {
    say(error.message, true);
  }
  button.disabled = false;
  await refresh();
}

/** Keeps one element per key and its place in the list, so that focus and pictures stay. */
function showList(list, items, keyOf, build, update) {
  const known = new Map([...list.children].map((element) => [element.dataset.key, element]));
  items.forEach((item, place) => {
    const key = String(keyOf(item));
    const element = known.get(key) ?? build(item);
    known.delete(key);
    element.dataset.key = key;
    update?.(element, item);
    if (list.children[place] !== element) list.insertBefore(element, list.children[place] ?? null);
  });
  for (const gone of known.values()) gone.remove();
  at(`${list.id}-empty`).hidden = items.length > 0;
}

function buildCard(code) {
  const card = make('li');
  const picture = make('img');
  picture.src = `${CODES}/${code.reference_no}/picture.svg`;
  picture.alt = `QR code of ${code.partner_reference_no}`;
  const place = [code.store, code.terminal].filter(Boolean).join(' · ');
  card.append(
    picture,
    make('span', 'amount', code.is_static ? 'Sticker' : rupiah(code.amount)),
    make('span', 'merchant', code.merchant_name),
    make('span', 'dim', place || code.merchant_city),
    make('span', 'mono dim', code.partner_reference_no),
    make('span', 'countdown'),
    buildPayForm(code),
  );
  return card;
}

/** What the payer of a code types: the amount of a sticker, and the tip where the code asks for one. */
function buildPayForm(code) {
  const form = make('form', 'pay');
  const amount = code.is_static ? moneyField(form, 'Amount in rupiah', true) : null;
  const tip = code.tip_mode === 'prompt' ? moneyField(form, 'Tip in rupiah (optional)', false) : null;
  const added = addedTip(code);
  if (added) form.append(make('span', 'dim', added));
  const button = make('button', '', code.is_static ? 'Pay sticker' : `Pay ${rupiah(code.amount)}`);
  form.append(button);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const shown = amount?.value;
    const typed = { ...(amount && { amount: Number(amount.value) }), ...(tip?.value && { tip: Number(tip.value) }) };
    await pay({ reference_no: code.reference_no, ...typed }, button);
    // What the next payer typed meanwhile stays.
    const untouched = amount?.value === shown;
    if (code.is_static && untouched && !at('message').classList.contains('failed')) form.reset();
  });
  return form;
}

function addedTip({ tip_mode, tip_value }) {
  if (tip_mode === 'fixed') return `A tip of ${rupiah(tip_value)} is added`;
  return tip_mode === 'percent' ? `A tip of ${tip_value / 100} % is added` : '';
}

function moneyField(form, text, required) {
  const label = make('label', '', text);
  const input = make('input');
  Object.assign(input, { inputMode: 'numeric', pattern: '[0-9]*', maxLength: 8, required, autocomplete: 'off' });
  label.append(input);
  form.append(label);
  return input;
}

function showCountdowns() {
  const now = Date.now() + clock_ahead_ms;
  for (const card of at('open').children) {
    const code = open_codes.find(({ reference_no }) => reference_no === card.dataset.key);
    if (!code?.expires_at) continue;
    const left_s = Math.max(0, Math.ceil((Date.parse(code.expires_at) - now) / 1000));
    const [hours, minutes, seconds] = [Math.floor(left_s / 3600), Math.floor(left_s / 60) % 60, left_s % 60];
    const digits = [minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':');
    const countdown = card.querySelector('.countdown');
    countdown.textContent = `Expires in ${hours > 0 ? `${hours}:` : ''}${digits}`;
    countdown.className = `countdown ${left_s < 60 ? 'wait' : 'dim'}`;
  }
}

function buildEarlier(code) {
  const line = make('li');
  const [state, state_class] = CODE_STATES[code.status];
  line.append(
    make('span', 'merchant', code.merchant_name),
    make('span', 'right merchant', rupiah(code.paid_amount ?? code.amount)),
    make('span', 'mono dim', code.partner_reference_no),
    make('span', `right ${state_class}`, state),
  );
  if (code.status === 'paid') {
    line.append(make('span', 'dim', `RRN ${code.rrn} · ${code.issuer_name}`));
    line.append(make('span', 'right dim', clockTime(code.paid_at)));
    return line;
  }
  if (code.status === 'cancelled') {
    line.append(make('span', 'dim', `Cancelled ${clockTime(code.cancelled_at)}`));
    return line;
  }
  const button = make('button', 'late', 'Pay late');
  button.type = 'button';
  button.addEventListener('click', () => pay({ reference_no: code.reference_no }, button));
  line.append(make('span', 'dim', `Expired ${clockTime(code.expires_at)}`), button);
  return line;
}

function fillCallback(line, callback) {
  const [state, state_class] = CALLBACK_STATES[callback.state];
  const next = callback.next_attempt_at ? `next at ${clockTime(callback.next_attempt_at)}` : '';
  const tries = `${callback.attempts} ${callback.attempts === 1 ? 'attempt' : 'attempts'}`;
  const parts = [
    make('span', 'merchant', rupiah(callback.paid_amount)),
    make('span', `right ${state_class}`, state),
    make('span', 'whole mono dim', callback.partner_reference_no),
    make('span', 'dim', tries),
    make('span', 'right dim', next || clockTime(callback.created_at)),
  ];
  for (const { at: tried_at, http_status, response_code, detail, latency_ms } of callback.last_attempts.slice(0, 3)) {
    const code = response_code ?? (http_status === null ? '' : `HTTP ${http_status}`);
    const took = latency_ms === null ? 'sending' : `${latency_ms} ms`;
    const text = [clockTime(tried_at), code, detail, took].filter(Boolean).join(' · ');
    parts.push(make('span', 'whole mono dim', text));
  }
  line.replaceChildren(...parts);
}

function buildSwitch([name, title, hint], value) {
  const label = make('label', 'switch');
  const text = make('span', '', title);
  text.append(make('span', 'dim', hint));
  const input = make('input');
  input.dataset.name = name;
  input.type = typeof value === 'boolean' ? 'checkbox' : 'number';
  if (input.type === 'checkbox') input.setAttribute('role', 'switch');
  else [input.min, input.max] = name === 'duplicate' ? ['1', '10'] : ['0', '3600000'];
  input.addEventListener('change', async () => {
    try {
      const turned = input.type === 'checkbox' ? input.checked : Number(input.value);
      showSwitches(await call(SWITCHES, 'PUT', { [name]: turned }), true);
    } catch (error) {
      say(error.message, true);
      showSwitches(await call(SWITCHES), true);
    }
  });
  label.append(text, input);
  return label;
}

/** Leaves the field alone in which somebody is typing. */
function showSwitches(values, also_focused = false) {
  const box = at('switches');
  if (box.children.length === 0) box.append(...SWITCH_TEXTS.map((texts) => buildSwitch(texts, values[texts[0]])));
  for (const input of box.querySelectorAll('input')) {
    if (input === document.activeElement && !also_focused) continue;
    const value = values[input.dataset.name];
    if (input.type === 'checkbox') input.checked = value;
    else input.value = value;
  }
}

let refreshing = false;
async function refresh() {
  if (refreshing) return;
  refreshing = true;
  try {
    const [codes, callbacks, switches] = await Promise.all([call(CODES), call(CALLBACKS), call(SWITCHES)]);
    clock_ahead_ms = Date.parse(codes.now) - Date.now();
    open_codes = codes.data.filter(({ status }) => status === 'open');
    const earlier = codes.data.filter(({ status }) => status !== 'open');
    showList(at('open'), open_codes, ({ reference_no }) => reference_no, buildCard);
    showList(at('earlier'), earlier, ({ reference_no, status }) => reference_no + status, buildEarlier);
    showList(
      at('callbacks'),
      callbacks.data,
      ({ id }) => id,
      () => make('li'),
      fillCallback,
    );
    for (const button of document.querySelectorAll('button.late')) button.hidden = !switches.pay_expired;
    showSwitches(switches);
    showCountdowns();
    if (at('message').textContent === NO_ANSWER) say('');
  } catch {
    say(NO_ANSWER, true);
  } finally {
    refreshing = false;
  }
}

at('paste').addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = event.currentTarget;
  const amount = at('amount').value;
  const request = { qr_content: at('payload').value.trim(), ...(amount && { amount: Number(amount) }) };
  await pay(request, form.querySelector('button'));
  if (!at('message').classList.contains('failed')) form.reset();
});

setInterval(() => document.hidden || refresh(), REFRESH_MS);
document.addEventListener('visibilitychange', () => document.hidden || refresh());
void refresh();
