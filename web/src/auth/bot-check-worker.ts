/** The worker in which a challenge is solved, so that the form stays responsive. */
import { solve } from './solve-challenge.ts';

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  void solve(event.data).then(
    (bot_check) => self.postMessage({ bot_check }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
});
