/* QR codes, callbacks and switches: refreshed once a second while the page is visible. */
import { at, call, fill, formatRupiah, formatTime, make, messageIn, messages, refreshEvery } from './shared.js';

const REFRESH_MS = 1000;
const CODES = '/simulate/qris';
const PAY = '/simulate/qris/pay';
const CALLBACKS = '/simulate/callbacks';
const SWITCHES = '/simulate/switches';
const SWITCHES_SHOWN = [
  'refuse',
  'pay_expired',
  'va_skip_inquiry',
  'wrong_amount',
  'callback_delay_ms',
  'late',
  'duplicate',
  'lost',
  'wrong_signature',
  'generate_refuse',
  'generate_delay_ms',
  'paid_before_cancel',
  'callback_before_answer',
  'transfer_hours',
  'offline',
];

const CODE_STATES = {
  paid: [messages.status_paid, 'good'],
  expired: [messages.status_expired, 'dim'],
  cancelled: [messages.status_cancelled, 'dim'],
};
const CALLBACK_STATES = {
  delivered: [messages.callback_delivered, 'good'],
  waiting: [messages.callback_waiting, 'wait'],
  given_up: [messages.callback_given_up, 'bad'],
  lost: [messages.callback_lost, 'bad'],
};

const showMessage = messageIn('message');

/** Difference between the bank's clock and this browser's. */
let clock_ahead_ms = 0;
let open_codes = [];

async function pay(request, button) {
  button.disabled = true;
  try {
    const paid = await call(PAY, 'POST', request);
    const { merchant_name: merchant, rrn } = paid;
    showMessage(fill(messages.paid_code, { amount: formatRupiah(paid.paid_amount), merchant, rrn }));
  } catch (error) {
    showMessage(error.message, true);
  }
  button.disabled = false;
  await refresh();
}

/** Reuses one element per key, so that focus and images are preserved. */
function showList(list, items, { getKey, build, update }) {
  const known = new Map([...list.children].map((element) => [element.dataset.key, element]));
  items.forEach((item, index) => {
    const key = String(getKey(item));
    const element = known.get(key) ?? build(item);
    known.delete(key);
    element.dataset.key = key;
    update?.(element, item);
    if (list.children[index] !== element) list.insertBefore(element, list.children[index] ?? null);
  });
  for (const removed of known.values()) removed.remove();
  at(`${list.id}-empty`).hidden = items.length > 0;
}

function buildCard(code) {
  const card = make('li');
  const image = make('img');
  image.src = `${CODES}/${code.reference_no}/picture.svg`;
  image.alt = fill(messages.qr_alt, { reference: code.partner_reference_no });
  const location = [code.store, code.terminal].filter(Boolean).join(' · ');
  card.append(
    image,
    make('span', 'amount', code.is_static ? messages.sticker : formatRupiah(code.amount)),
    make('span', 'merchant', code.merchant_name),
    make('span', 'dim', location || code.merchant_city),
    make('span', 'mono dim', code.partner_reference_no),
    make('span', 'countdown'),
    buildPayForm(code),
  );
  return card;
}

/** The form of a payer: the amount of a sticker, and the tip if the code prompts for one. */
function buildPayForm(code) {
  const form = make('form', 'pay');
  const amount = code.is_static ? moneyField(form, messages.amount, true) : null;
  const tip = code.tip_mode === 'prompt' ? moneyField(form, messages.tip_optional, false) : null;
  const tip_text = formatTip(code);
  if (tip_text) form.append(make('span', 'dim', tip_text));
  const button = make(
    'button',
    '',
    code.is_static ? messages.pay_sticker : fill(messages.pay_amount, { amount: formatRupiah(code.amount) }),
  );
  form.append(button);
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    const shown = amount?.value;
    const typed = { ...(amount && { amount: Number(amount.value) }), ...(tip?.value && { tip: Number(tip.value) }) };
    await pay({ reference_no: code.reference_no, ...typed }, button);
    // Keeps an amount that was typed meanwhile.
    const untouched = amount?.value === shown;
    if (code.is_static && untouched && !at('message').classList.contains('failed')) form.reset();
  });
  return form;
}

function formatTip({ tip_mode, tip_value }) {
  if (tip_mode === 'fixed') return fill(messages.fixed_tip, { amount: formatRupiah(tip_value) });
  return tip_mode === 'percent' ? fill(messages.percent_tip, { percent: tip_value / 100 }) : '';
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
    countdown.textContent = fill(messages.expires_in, { time: `${hours > 0 ? `${hours}:` : ''}${digits}` });
    countdown.className = `countdown ${left_s < 60 ? 'wait' : 'dim'}`;
  }
}

function buildEarlier(code) {
  const line = make('li');
  const [state, state_class] = CODE_STATES[code.status];
  line.append(
    make('span', 'merchant', code.merchant_name),
    make('span', 'right merchant', formatRupiah(code.paid_amount ?? code.amount)),
    make('span', 'mono dim', code.partner_reference_no),
    make('span', `right ${state_class}`, state),
  );
  if (code.status === 'paid') {
    line.append(make('span', 'dim', `RRN ${code.rrn} · ${code.issuer_name}`));
    line.append(make('span', 'right dim', formatTime(code.paid_at)));
    return line;
  }
  if (code.status === 'cancelled') {
    line.append(make('span', 'dim', fill(messages.cancelled_at, { time: formatTime(code.cancelled_at) })));
    return line;
  }
  const button = make('button', 'late', messages.pay_late);
  button.type = 'button';
  button.addEventListener('click', () => pay({ reference_no: code.reference_no }, button));
  line.append(make('span', 'dim', fill(messages.expired_at, { time: formatTime(code.expires_at) })), button);
  return line;
}

function fillCallback(line, callback) {
  const [state, state_class] = CALLBACK_STATES[callback.state];
  const next = callback.next_attempt_at
    ? fill(messages.next_attempt, { time: formatTime(callback.next_attempt_at) })
    : '';
  const tries = callback.attempts === 1 ? messages.one_attempt : fill(messages.attempts, { count: callback.attempts });
  const parts = [
    make('span', 'merchant', formatRupiah(callback.paid_amount)),
    make('span', `right ${state_class}`, state),
    make('span', 'whole mono dim', callback.partner_reference_no),
    make('span', 'dim', tries),
    make('span', 'right dim', next || formatTime(callback.created_at)),
  ];
  for (const { at: attempt_at, http_status, response_code, detail, latency_ms } of callback.last_attempts.slice(0, 3)) {
    const code = response_code ?? (http_status === null ? '' : `HTTP ${http_status}`);
    const took = latency_ms === null ? messages.sending : `${latency_ms} ms`;
    const text = [formatTime(attempt_at), code, detail, took].filter(Boolean).join(' · ');
    parts.push(make('span', 'whole mono dim', text));
  }
  line.replaceChildren(...parts);
}

function buildSwitch(name, value) {
  const label = make('label', 'switch');
  const text = make('span', '', messages[`switch_${name}`]);
  text.append(make('span', 'dim', messages[`switch_${name}_hint`]));
  const input = make('input');
  input.dataset.name = name;
  input.type = typeof value === 'boolean' ? 'checkbox' : 'number';
  if (input.type === 'checkbox') input.setAttribute('role', 'switch');
  else [input.min, input.max] = name === 'duplicate' ? ['1', '10'] : ['0', '3600000'];
  input.addEventListener('change', async () => {
    try {
      const changed = input.type === 'checkbox' ? input.checked : Number(input.value);
      showSwitches(await call(SWITCHES, 'PUT', { [name]: changed }), true);
    } catch (error) {
      showMessage(error.message, true);
      showSwitches(await call(SWITCHES), true);
    }
  });
  label.append(text, input);
  return label;
}

/** Does not overwrite a focused field. */
function showSwitches(values, also_focused = false) {
  const box = at('switches');
  if (box.children.length === 0) box.append(...SWITCHES_SHOWN.map((name) => buildSwitch(name, values[name])));
  for (const input of box.querySelectorAll('input')) {
    if (input === document.activeElement && !also_focused) continue;
    const value = values[input.dataset.name];
    if (input.type === 'checkbox') input.checked = value;
    else input.value = value;
  }
}

let is_refreshing = false;
async function refresh() {
  if (is_refreshing) return;
  is_refreshing = true;
  try {
    const [codes, callbacks, switches] = await Promise.all([call(CODES), call(CALLBACKS), call(SWITCHES)]);
    clock_ahead_ms = Date.parse(codes.now) - Date.now();
    open_codes = codes.data.filter(({ status }) => status === 'open');
    const earlier = codes.data.filter(({ status }) => status !== 'open');
    showList(at('open'), open_codes, { getKey: ({ reference_no }) => reference_no, build: buildCard });
    showList(at('earlier'), earlier, {
      getKey: ({ reference_no, status }) => reference_no + status,
      build: buildEarlier,
    });
    showList(at('callbacks'), callbacks.data, {
      getKey: ({ id }) => id,
      build: () => make('li'),
      update: fillCallback,
    });
    for (const button of document.querySelectorAll('button.late')) button.hidden = !switches.pay_expired;
    showSwitches(switches);
    showCountdowns();
    if (at('message').textContent === messages.no_response) showMessage('');
  } catch {
    showMessage(messages.no_response, true);
  } finally {
    is_refreshing = false;
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

refreshEvery(REFRESH_MS, refresh);
