/** Password hashes: argon2id with the parameters of the OWASP cheat sheet (19 MiB, two passes, one lane). */
import { hash, verify } from '@node-rs/argon2';

const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Hashes a password as a PHC string. Takes about 60 ms of one core, by design. */
export const hashPassword = (password: string): Promise<string> => hash(password, PARAMETERS);

/** Whether the password matches the hash. */
export const matchesPassword = (password_hash: string, password: string): Promise<boolean> =>
  verify(password_hash, password);

let dummy_hash: Promise<string> | undefined;

/** Takes as long as a real check and always fails, so that response times do not reveal which emails exist. */
export async function simulatePasswordCheck(password: string): Promise<false> {
  dummy_hash ??= hashPassword('a password that no account has');
  await matchesPassword(await dummy_hash, password);
  return false;
}
