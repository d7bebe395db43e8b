/** The worker in which a challenge is solved, so that the form stays responsive. */
import { solveBotCheck } from './solve-bot-check.ts';

self.addEventListener('message', (event: MessageEvent<unknown>) => {
  void solveBotCheck(event.data).then(
    (bot_check) => self.postMessage({ bot_check }),
    (error: unknown) => self.postMessage({ error: String(error) }),
  );
});
