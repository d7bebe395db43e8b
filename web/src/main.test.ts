import { screen } from '@testing-library/react';
import type { Root } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { mockEndpoint, requestsTo, setUpMockServer } from './test/mock-server.ts';
import { signIn } from './test/render.tsx';

const roots: Root[] = [];
vi.mock('react-dom/client', async (importOriginal) => {
  const client = await importOriginal<typeof import('react-dom/client')>();
  const createRoot: typeof client.createRoot = (...given) => {
    const root = client.createRoot(...given);
    roots.push(root);
    return root;
  };
  return { ...client, createRoot };
});

setUpMockServer();
afterEach(() => {
  // The page never unmounts its app: a timer of it, such as the progress bar's, could end after the test's document.
  for (const root of roots.splice(0)) root.unmount();
  document.head.replaceChildren();
  document.body.replaceChildren();
});

/** Below the API's base path, so that the one edge of the network sees it. */
const REPORTS = 'http://key@localhost:3000/api/v1/1';
const ENVELOPE = '/api/1/envelope/';

test('spec §1: the page starts with error reporting on, and reports name who is signed in', async () => {
  const dsn = document.createElement('meta');
  Object.assign(dsn, { name: 'sentry-dsn', content: REPORTS });
  document.head.append(dsn);
  const root = document.createElement('div');
  root.id = 'root';
  document.body.append(root);
  mockEndpoint(`POST ${ENVELOPE}`, () => ({ json: {} }));
  signIn({ role: 'finance' });

  await import('./main.tsx');
  expect(await screen.findByRole('button', { name: /^Account/ })).toBeVisible();
  const error = new Error('nobody expected this');
  // What a browser calls for an error that nobody caught; as an event the test runner would take it for its own.
  window.onerror?.(error.message, 'main.js', 1, 1, error);

  const reports = () =>
    requestsTo(ENVELOPE)
      .map(({ body }) => body)
      .join('\n');
  await vi.waitFor(() => expect(reports()).toContain('nobody expected this'));
  for (const part of ['usr_1', 'sari@kopi.example', 'finance', 'mer_1']) expect(reports()).toContain(part);
});
