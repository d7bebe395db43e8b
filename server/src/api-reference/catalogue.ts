/** Error codes and changelog of the API reference. */
import { API_CHANGELOG } from '@dasbor/contract/api-changelog';
import {
  COMMON_ERROR_STATUSES,
  ERROR_CATALOGUE,
  type ErrorEntry,
  UPLOAD_ERROR_STATUSES,
} from '@dasbor/contract/error-catalogue';
import { ROUTES } from '@dasbor/contract/routes';
import { escapeHtml, renderText } from './html.ts';

/** HTTP statuses by error code: those that routes declare, and those that every route or upload can answer. */
export function listErrorCodes(): Map<string, number[]> {
  const statuses = new Map<string, Set<number>>();
  const sources = [COMMON_ERROR_STATUSES, UPLOAD_ERROR_STATUSES, ...ROUTES.map((route) => route.errors ?? {})];
  for (const [code, status] of sources.flatMap((errors) => Object.entries(errors))) {
    statuses.set(code, (statuses.get(code) ?? new Set()).add(status));
  }
  return new Map([...statuses].map(([code, each]) => [code, [...each].toSorted((a, b) => a - b)]));
}

export function renderErrorCatalogue(): string {
  const statuses = listErrorCodes();
  const renderEntry = ([code, [meaning, action]]: [string, ErrorEntry]): string =>
    `<tr><td><code id="error-${escapeHtml(code)}">${escapeHtml(code)}</code></td><td>${(statuses.get(code) ?? []).join(', ')}</td><td>${renderText(meaning)}</td><td>${renderText(action)}</td></tr>`;
  const groups = ERROR_CATALOGUE.map(
    ({ title, entries }) =>
      `<h3>${title}</h3><div class="table" tabindex="0" role="region" aria-label="${title}"><table><thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">Meaning</th><th scope="col">What to do</th></tr></thead><tbody>${Object.entries(entries).map(renderEntry).join('')}</tbody></table></div>`,
  );
  return `<p>Every <code>code</code> that the API returns. Codes are added over time: treat an unknown one by its HTTP status.</p>${groups.join('\n')}`;
}

const KINDS = { added: 'Added', changed: 'Changed', removed: 'Removed' } as const;

export const renderChangelog = (): string =>
  API_CHANGELOG.map(
    ({ date, api_version, changes }) =>
      `<h3><time datetime="${date}">${date}</time>${api_version === null ? '' : ` · version <code>${api_version}</code>`}</h3><ul>${changes
        .map(({ kind, text }) => `<li><strong>${KINDS[kind]}</strong> ${renderText(text)}</li>`)
        .join('')}</ul>`,
  ).join('\n');
