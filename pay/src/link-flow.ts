/** From a link to an attempt: the screens of the link, and starting an attempt. */
import type { PayAttempt, PayLink } from '@dasbor/contract/pay';
import type { ErrorReply, StartBody } from './api.ts';
import { type ChooseScreen, chooseScreen } from './choose.ts';
import { linkUnavailable } from './ended.ts';
import { type Page, show, stopPolling } from './page.ts';
import { type ScreenContext, note, summaryCard } from './shell.ts';
import type { Text } from './text.ts';

/** The message of an error, in the current language. */
export type ErrorMessage = (text: Text) => string;

/** Continues with an attempt that was started or resumed. */
export type ShowAttempt = (page: Page, link: PayLink, attempt: PayAttempt, is_fresh: boolean) => void;

export interface LinkFlow {
  showAttempt: ShowAttempt;
}

interface ShowOptions {
  /** An error to show above the payment methods. */
  problem?: ErrorMessage | null;
  takes_focus?: boolean;
}

/** Shows the payment methods of a link, or why it cannot be paid. */
export function showLink(
  page: Page,
  flow: LinkFlow,
  link: PayLink,
  { problem = null, takes_focus = true }: ShowOptions = {},
): void {
  stopPolling(page);
  page.link = link;
  const { state } = link;
  if (state === 'payable') return showChoice(page, flow, link, { problem, takes_focus });
  show(page, (shown) => [linkSummary(shown, page, flow, link), linkUnavailable(shown, link, state)], takes_focus);
  if (state === 'not_started' && link.starts_at !== null) {
    scheduleAt(link.starts_at, link.now, () => void reloadLink(page, flow, link));
  }
  return undefined;
}

/** Reloads the link. */
export async function reloadLink(page: Page, flow: LinkFlow, link: PayLink): Promise<void> {
  const reply = await page.api.readLink(null);
  showLink(page, flow, reply.ok ? reply.data : link);
}

export const linkSummary = (shown: ScreenContext, page: Page, flow: LinkFlow, link: PayLink): HTMLElement =>
  summaryCard(shown, link, {
    amount: link.amount,
    surcharge: 0,
    ends_at: link.state === 'payable' ? link.expires_at : null,
    onEnd: () => void reloadLink(page, flow, link),
  });

function showChoice(page: Page, flow: LinkFlow, link: PayLink, { problem, takes_focus }: Required<ShowOptions>): void {
  let { methods } = link;
  let screen: ChooseScreen | undefined;
  const onAmount = async (amount: number): Promise<void> => {
    const reply = await page.api.readLink(amount);
    if (reply.ok) screen?.showMethods((methods = reply.data.methods));
  };
  show(
    page,
    (shown) => {
      screen = chooseScreen(shown, {
        link: { ...link, methods },
        values: page.values,
        onAmount: (amount) => void onAmount(amount),
        onChoose: async (body) => screen?.showErrors(await startAttempt(page, flow, link, body)),
      });
      const summary = linkSummary(shown, page, flow, link);
      return [summary, problem !== null && note('bad', problem(shown.text)), screen.element];
    },
    takes_focus,
  );
}

/** Starts an attempt, or resumes the same one. Returns the keys of invalid fields. */
async function startAttempt(page: Page, flow: LinkFlow, link: PayLink, body: StartBody): Promise<string[]> {
  const { api: calls, store: kept } = page;
  const token_key = `${body.channel}:${body.amount ?? ''}`;
  const known = kept.read().tokens?.[token_key];
  const before = known === undefined ? null : await calls.readAttempt(known);
  if (before?.ok && ['waiting', 'preparing'].includes(before.data.status)) {
    kept.change({ current: before.data.token });
    flow.showAttempt(page, link, before.data, true);
    return [];
  }
  const reply = await calls.start(body, kept.getIdempotencyKey(body));
  if (reply.ok) {
    const { token } = reply.data;
    kept.change({ pending: null, current: token, tokens: { ...kept.read().tokens, [token_key]: token } });
    flow.showAttempt(page, link, reply.data, true);
    return [];
  }
  // After a final rejection the next request is a new one; a request without a response is retried with the same key.
  if (reply.status >= 400 && reply.status < 500 && reply.status !== 429) kept.change({ pending: null });
  return handleRefusal(page, flow, link, reply);
}

async function handleRefusal(page: Page, flow: LinkFlow, link: PayLink, reply: ErrorReply): Promise<string[]> {
  if (reply.code === 'amount_invalid') return ['amount'];
  if (reply.code === 'answer_invalid') return reply.errors.map(({ field }) => field);
  if (reply.code === 'link_not_payable') await reloadLink(page, flow, link);
  else showLink(page, flow, link, { problem: toErrorMessage(reply) });
  return [];
}

export function toErrorMessage({ status, code }: ErrorReply): ErrorMessage {
  return (text) => {
    if (code === 'channel_down' || code === 'channel_refused') return text[code];
    if (status === 429) return text.too_many;
    return status === 0 ? text.offline : text.unavailable;
  };
}

/** Runs when a link starts; browser timers last 24 days at most. */
function scheduleAt(instant: string, server_now: string, then: () => void): void {
  const wait_ms = Date.parse(instant) - Date.parse(server_now);
  if (wait_ms < 2 ** 31 - 1) setTimeout(then, Math.max(1_000, wait_ms + 500));
}
