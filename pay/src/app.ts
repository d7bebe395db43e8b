/** The flow of the page: the first screen, and the screen for each status of an attempt. */
import type { PayAttempt, PayLink } from '@dasbor/contract/pay';
import { attemptEnded, notFound } from './ended.ts';
import { type LinkFlow, linkSummary, toErrorMessage, reloadLink, showLink } from './link-flow.ts';
import { type Page, openPage, show, stopPolling } from './page.ts';
import { receiptScreen } from './receipt.ts';
import { type ScreenContext, button, note, skeleton, summaryCard } from './shell.ts';
import { type WaitingScreen, waitingScreen } from './waiting.ts';
import { startPolling } from './poll.ts';

type WaitState = Parameters<WaitingScreen['setState']>[0];

const FLOW: LinkFlow = { showAttempt };

/** Resumes the last attempt of this browser, or shows the link. */
export async function run(root: HTMLElement, slug: string, link: PayLink | null): Promise<void> {
  const page = openPage(root, slug, link);
  if (link === null) return show(page, (shown) => [notFound(shown)], false);
  const token = page.store.read().current;
  if (typeof token === 'string') return restoreAttempt(page, link, token);
  return showLink(page, FLOW, link, { takes_focus: false });
}

async function restoreAttempt(page: Page, link: PayLink, token: string): Promise<void> {
  show(page, (shown) => [linkSummary(shown, page, FLOW, link), skeleton(shown.text.loading)], false);
  const reply = await page.api.readAttempt(token);
  if (!reply.ok && reply.status !== 404) {
    return show(page, (shown) => [
      linkSummary(shown, page, FLOW, link),
      note('bad', toErrorMessage(reply)(shown.text)),
      button(shown.text.retry, () => void restoreAttempt(page, link, token), 'main'),
    ]);
  }
  if (reply.ok && !['failed', 'expired'].includes(reply.data.status)) {
    return showAttempt(page, link, reply.data, false);
  }
  page.store.change({ current: null });
  return showLink(page, FLOW, link, { takes_focus: false });
}

function showAttempt(page: Page, link: PayLink, attempt: PayAttempt, is_fresh: boolean): void {
  stopPolling(page);
  const { status } = attempt;
  const chooseAgain = () => {
    page.store.change({ current: null });
    void reloadLink(page, FLOW, link);
  };
  if (status === 'paid') {
    page.store.change({ tokens: {} });
    return show(page, (shown) => [receiptScreen(shown, { link, attempt, is_fresh, onPayAgain: chooseAgain })]);
  }
  // Another customer has paid: the bank no longer accepts this attempt, whatever its own status says.
  const is_paid_elsewhere = attempt.link_state === 'paid' || attempt.link_state === 'completed';
  if (!is_paid_elsewhere && (status === 'failed' || status === 'expired')) {
    const onHavePaid = async () => {
      const reply = await page.api.checkAttempt(attempt.token);
      if (reply.ok && reply.data.status !== 'expired') showAttempt(page, link, reply.data, true);
    };
    show(page, (shown) => [attemptEnded(shown, link, status, { onChooseAgain: chooseAgain, onHavePaid })]);
    // A payment in the last second can still be confirmed.
    if (status === 'expired') pollAttempt(page, link, attempt, () => undefined);
    return undefined;
  }
  // The link was paid by another customer or deactivated, so this number must not be paid.
  if (attempt.link_state !== 'payable') {
    return showLink(page, FLOW, { ...link, state: attempt.link_state, methods: [] });
  }
  return showWaiting(page, link, attempt, chooseAgain);
}

function showWaiting(page: Page, link: PayLink, attempt: PayAttempt, chooseAgain: () => void): void {
  let screen: WaitingScreen | undefined;
  let state: WaitState = 'waiting';
  const setState = (to: WaitState) => {
    state = to;
    screen?.setState(to);
  };
  const checkStatus = async (): Promise<void> => {
    setState('checking');
    const reply = await page.api.checkAttempt(attempt.token);
    if (reply.ok && hasChanged(attempt, reply.data)) return showAttempt(page, link, reply.data, true);
    setState(reply.ok ? 'not_yet' : 'offline');
    return page.polling?.restart();
  };
  show(page, (shown) => {
    screen = waitingScreen(shown, { attempt, onOtherMethod: chooseAgain, onHavePaid: () => void checkStatus() });
    screen.setState(state);
    return [attemptSummary(shown, page, link, attempt), screen.element];
  });
  pollAttempt(page, link, attempt, setState);
}

const attemptSummary = (shown: ScreenContext, page: Page, link: PayLink, attempt: PayAttempt): HTMLElement =>
  summaryCard(shown, link, {
    amount: attempt.amount,
    surcharge: link.amount === null ? 0 : attempt.amount - link.amount,
    ends_at: attempt.expires_at,
    onEnd: () => page.polling?.restart(),
    is_short: true,
  });

function pollAttempt(page: Page, link: PayLink, attempt: PayAttempt, setState: (state: WaitState) => void): void {
  let was_offline = false;
  const poll = async (): Promise<boolean> => {
    const reply = await page.api.readAttempt(attempt.token);
    if (reply.ok && hasChanged(attempt, reply.data)) {
      showAttempt(page, link, reply.data, true);
      return false;
    }
    const is_offline = !reply.ok && reply.status === 0;
    if (is_offline !== was_offline) setState(is_offline ? 'offline' : 'waiting');
    was_offline = is_offline;
    return true;
  };
  page.polling = startPolling(poll, () => setState('timed_out'));
}

const hasChanged = (before: PayAttempt, after: PayAttempt): boolean =>
  before.status !== after.status || before.link_state !== after.link_state;
