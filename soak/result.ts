/** Result of a soak check. Lines that start with VIOLATION report violated invariants. */
export interface Result {
  ok: boolean;
  lines: string[];
}
