/** Reads the report of `npm audit --json`. */

export type AuditReport =
  /** The registry, or a mirror of it, did not say which packages have known vulnerabilities. */
  | { is_answered: false; reason: string }
  /** `serious`: high and critical ones, a line for each package; `others`: how many packages have lower ones. */
  | { is_answered: true; serious: string[]; others: number };

interface Vulnerability {
  name: string;
  severity: string;
  /** Names of vulnerable dependencies, or the advisories of the package itself. */
  via: (string | { title: string; url: string })[];
}

const SERIOUS: readonly string[] = ['critical', 'high'];

/** Throws for a report of neither kind, such as an unreadable lock file: what was not audited must not pass. */
export function parseAuditReport(text: string): AuditReport {
  if (text.trim() === '') return { is_answered: false, reason: 'no answer in time' };
  const report = JSON.parse(text) as { message?: string; vulnerabilities?: Record<string, Vulnerability> };
  if (report.vulnerabilities !== undefined) {
    const all = Object.values(report.vulnerabilities);
    const serious = all.filter(({ severity }) => SERIOUS.includes(severity));
    return { is_answered: true, serious: serious.map(formatVulnerability), others: all.length - serious.length };
  }
  // npm reports a failed request by its message, and every other error by its code.
  if (typeof report.message === 'string') return { is_answered: false, reason: report.message };
  throw new Error(`npm audit failed:\n${text}`);
}

const formatVulnerability = ({ name, severity, via }: Vulnerability): string =>
  `${severity.padEnd(8)} ${name}: ${via.map((each) => (typeof each === 'string' ? `by ${each}` : `${each.title} (${each.url})`)).join(', ')}`;
