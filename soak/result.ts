/** What a long check found; lines that begin with FAULT say what is wrong. */
export interface Result {
  ok: boolean;
  lines: string[];
}
