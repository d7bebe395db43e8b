/** The clock is a parameter, so that tests and the sandbox can control time. */
export interface Clock {
  now(): Date;
}

export const systemClock: Clock = { now: () => new Date() };

/** A clock that stops until it is set or advanced. */
export function createManualClock(start: Date): Clock & { set(at: Date): void; advance(by_ms: number): void } {
  let at = start;
  return {
    now: () => new Date(at),
    set: (next) => {
      at = next;
    },
    advance: (by_ms) => {
      at = new Date(at.getTime() + by_ms);
    },
  };
}
