/** Step-up authentication: a call that the server rejected with `step_up_required` waits here until the user confirmed. */

/** `confirmed`: the call is repeated. Otherwise it fails with this text, or with the server's when it is null. */
export type StepUpResult = { confirmed: true } | { confirmed: false; detail: string | null };

/** Asks the user; resolves when they confirmed or cancelled. */
type AskUser = () => Promise<StepUpResult>;

let askUser: AskUser | null = null;
let asking: Promise<StepUpResult> | null = null;

/** Registers what asks the user; returns how to remove it. */
export function handleStepUp(ask: AskUser): () => void {
  askUser = ask;
  return () => {
    if (askUser === ask) askUser = null;
  };
}

/** Asks the user once for all calls that wait at the same time. */
export function requestStepUp(): Promise<StepUpResult> {
  asking ??= (askUser?.() ?? Promise.resolve({ confirmed: false as const, detail: null })).finally(() => {
    asking = null;
  });
  return asking;
}
