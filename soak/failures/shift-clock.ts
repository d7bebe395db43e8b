/**
 * Moves the clock of a process of the server (`node --import`): every Date is off by the milliseconds in the file that
 * SOAK_CLOCK_FILE names, which is read again several times a second. The clocks of PostgreSQL and of the bank stay right.
 */
import { readFileSync } from 'node:fs';
import { SERVER_FILE } from '../../scripts/server-program.ts';

const READ_MS = 50;

if (process.argv[1]?.endsWith(SERVER_FILE) === true) shiftClock(process.env['SOAK_CLOCK_FILE'] ?? '');

function shiftClock(file: string): void {
  let offset_ms = 0;
  const read = (): void => {
    try {
      offset_ms = Number(readFileSync(file, 'utf8'));
    } catch {
      offset_ms = 0;
    }
  };
  read();
  setInterval(read, READ_MS).unref();
  const RealDate = Date;
  const now = (): number => RealDate.now() + offset_ms;
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, new_target) =>
      Reflect.construct(
        target,
        args.length === 0 ? [now()] : args,
        new_target === globalThis.Date ? target : new_target,
      ) as Date,
    apply: () => new RealDate(now()).toString(),
    get: (target, name) => (name === 'now' ? now : (Reflect.get(target, name) as unknown)),
  });
}
