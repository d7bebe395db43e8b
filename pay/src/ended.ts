/** Screens of links that cannot be paid and of attempts that failed, with the next step. */
import type { PayLink } from '@dasbor/contract/pay';
import { formatInstant } from './clock.ts';
import { type ScreenContext, button, endScreen, returnLink } from './shell.ts';

/** Explains why a link cannot be paid. */
export function linkUnavailable(
  shown: ScreenContext,
  link: PayLink,
  state: Exclude<PayLink['state'], 'payable'>,
): HTMLElement {
  const { text, language } = shown;
  const timed = (instant: string | null, format: (time: string) => string) =>
    instant === null ? '' : format(formatInstant(instant, language));
  const texts: Record<typeof state, ['good' | 'warn' | '', string, string]> = {
    expired: ['', text.link_expired, timed(link.expires_at, text.link_expired_note)],
    inactive: ['', text.link_inactive, text.link_inactive_note],
    not_started: ['warn', text.link_not_started, timed(link.starts_at, text.link_not_started_note)],
    paid: ['good', text.link_paid, text.link_paid_note],
    completed: ['good', text.link_completed, text.link_completed_note],
  };
  return endScreen(...texts[state], state === 'paid' ? false : returnLink(link.return_url, text.go_now));
}

/** The code or number has expired or failed. */
export function attemptEnded(
  shown: ScreenContext,
  link: PayLink,
  status: 'expired' | 'failed',
  { onChooseAgain, onHavePaid }: { onChooseAgain: () => void; onHavePaid: () => Promise<void> },
): HTMLElement {
  const { text } = shown;
  // The callback of a recent payment can be delayed or lost.
  const have_paid = button(text.have_paid, () => {
    have_paid.disabled = true;
    have_paid.textContent = text.checking;
    void onHavePaid().then(() => {
      have_paid.disabled = false;
      have_paid.textContent = text.have_paid;
    });
  });
  const [title, note] =
    status === 'expired'
      ? [text.attempt_expired, text.attempt_expired_note]
      : [text.attempt_failed, text.attempt_failed_note];
  return endScreen(
    'warn',
    title,
    note,
    button(text.choose_again, onChooseAgain, 'main'),
    status === 'expired' && have_paid,
    returnLink(link.return_url, text.go_now),
  );
}

export const notFound = ({ text }: ScreenContext): HTMLElement => endScreen('', text.not_found, text.not_found_note);
