/** The page: which screen comes first, and what follows from how an attempt stands. */
import type { PayAttempt, PayLink } from '@dasbor/contract/pay';
import { attemptEnded, notFound } from './ended.ts';
import { type LinkFlow, linkSummary, problemOf, reread, showLink } from './link-flow.ts';
import { type Page, openPage, show, stopWatching } from './page.ts';
import { receiptScreen } from './receipt.ts';
import { type Shown, button, note, skeleton, summaryCard } from './shell.ts';
import { type WaitingScreen, waitingScreen } from './waiting.ts';
import { watch } from './watch.ts';

type WaitState = Parameters<WaitingScreen['setState']>[0];

const FLOW: LinkFlow = { showAttempt };

/** Shows what this browser was waiting for when it was last here, or the link. */
export async function run(root: HTMLElement, slug: string, link: PayLink | null): Promise<void> {
  const page = openPage(root, slug, link);
  if (link === null) return show(page, (shown) => [notFound(shown)], false);
  const token = page.kept.read().current;
  if (typeof token === 'string') return restore(page, link, token);
  return showLink(page, FLOW, link, { takes_focus: false });
}

async function restore(page: Page, link: PayLink, token: string): Promise<void> {
  show(page, (shown) => [linkSummary(shown, page, FLOW, link), skeleton(shown.text.loading)], false);
  const reply = await page.calls.readAttempt(token);
  if (!reply.ok && reply.status !== 404) {
    return show(page, (shown) => [
      linkSummary(shown, page, FLOW, link),
      note('bad', problemOf(reply)(shown.text)),
      button(shown.text.retry, () => void restore(page, link, token), 'main'),
    ]);
  }
  if (reply.ok && !['failed', 'expired'].includes(reply.data.status)) {
    return showAttempt(page, link, reply.data, false);
  }
  page.kept.change({ current: null });
  return showLink(page, FLOW, link, { takes_focus: false });
}

function showAttempt(page: Page, link: PayLink, attempt: PayAttempt, is_fresh: boolean): void {
  stopWatching(page);
  const { status } = attempt;
  const chooseAgain = () => {
    page.kept.change({ current: null });
    void reread(page, FLOW, link);
  };
  if (status === 'paid') {
    page.kept.change({ tokens: {} });
    return show(page, (shown) => [receiptScreen(shown, { link, attempt, is_fresh, onPayAgain: chooseAgain })]);
  }
  if (status === 'failed' || status === 'expired') {
    const onHavePaid = async () => {
      const reply = await page.calls.checkAttempt(attempt.token);
      if (reply.ok && reply.data.status !== 'expired') showAttempt(page, link, reply.data, true);
    };
    show(page, (shown) => [attemptEnded(shown, link, status, { onChooseAgain: chooseAgain, onHavePaid })]);
    // Who paid in the last second is told so after all.
    if (status === 'expired') follow(page, link, attempt, () => undefined);
    return undefined;
  }
  // Somebody else has paid it, or the merchant has switched it off: nobody should pay this number any more.
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
  const askBank = async (): Promise<void> => {
    setState('asking');
    const reply = await page.calls.checkAttempt(attempt.token);
    if (reply.ok && hasMoved(attempt, reply.data)) return showAttempt(page, link, reply.data, true);
    setState(reply.ok ? 'not_yet' : 'offline');
    return page.watching?.again();
  };
  show(page, (shown) => {
    screen = waitingScreen(shown, { attempt, onOtherWay: chooseAgain, onHavePaid: () => void askBank() });
    screen.setState(state);
    return [attemptSummary(shown, page, link, attempt), screen.element];
  });
  follow(page, link, attempt, setState);
}

const attemptSummary = (shown: Shown, page: Page, link: PayLink, attempt: PayAttempt): HTMLElement =>
  summaryCard(shown, link, {
    amount: attempt.amount,
    surcharge: link.amount === null ? 0 : attempt.amount - link.amount,
    ends_at: attempt.expires_at,
    onEnd: () => page.watching?.again(),
    is_short: true,
  });

function follow(page: Page, link: PayLink, attempt: PayAttempt, setState: (state: WaitState) => void): void {
  let was_offline = false;
  const ask = async (): Promise<boolean> => {
    const reply = await page.calls.readAttempt(attempt.token);
    if (reply.ok && hasMoved(attempt, reply.data)) {
      showAttempt(page, link, reply.data, true);
      return false;
    }
    const is_offline = !reply.ok && reply.status === 0;
    if (is_offline !== was_offline) setState(is_offline ? 'offline' : 'waiting');
    was_offline = is_offline;
    return true;
  };
  page.watching = watch(ask, () => setState('tired'));
}

const hasMoved = (before: PayAttempt, after: PayAttempt): boolean =>
  before.status !== after.status || before.link_state !== after.link_state;
