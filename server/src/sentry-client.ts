/**
 * The client of the Sentry protocol: the library's core with a transport of our own. The library's package for Node.js would
 * bring tracing and tools for bundlers, which reports of errors do not need.
 */
import path from 'node:path';
import {
  Scope,
  createStackParser,
  createTransport,
  dedupeIntegration,
  linkedErrorsIntegration,
  type BaseTransportOptions,
  type ErrorEvent,
  type Transport,
} from '@sentry/core';
import { ServerRuntimeClient, nodeStackLineParser } from '@sentry/core/server';
import { EnvHttpProxyAgent, fetch } from 'undici';
import * as duration from '@dasbor/contract/duration';

const SEND_TIMEOUT_MS = duration.seconds(10);

export interface SentryOptions {
  dsn: string;
  environment: string;
  with_personal_data: boolean;
  beforeSend: (event: ErrorEvent) => ErrorEvent;
}

export interface SentryClient {
  /** Reports an error; `describe` adds what it is about. */
  capture: (error: unknown, describe: (scope: Scope) => void) => void;
  /** Sends pending reports and ends the client. */
  close: (timeout_ms: number) => Promise<void>;
}

export function createSentryClient({ dsn, environment, with_personal_data, beforeSend }: SentryOptions): SentryClient {
  const client = new ServerRuntimeClient({
    dsn,
    environment,
    platform: 'node',
    runtime: { name: 'node', version: process.version },
    // userInfo replaces sendDefaultPii of earlier versions of the library.
    dataCollection: {
      userInfo: with_personal_data,
      cookies: false,
      httpHeaders: false,
      httpBodies: [],
      urlQueryParams: false,
      databaseQueryData: false,
      queues: false,
      stackFrameVariables: false,
    },
    // An explicit list, because the default list grows with library versions.
    integrations: [linkedErrorsIntegration(), dedupeIntegration()],
    stackParser: createStackParser(nodeStackLineParser(formatModule)),
    transport: createFetchTransport,
    beforeSend,
  });
  client.init();
  return {
    capture: (error, describe) => {
      const scope = new Scope();
      scope.setClient(client);
      describe(scope);
      scope.captureException(error);
    },
    close: async (timeout_ms) => {
      await client.close(timeout_ms);
    },
  };
}

/** Through the proxy of the environment (`https_proxy`, `no_proxy`), as every Sentry client. */
function createFetchTransport(options: BaseTransportOptions): Transport {
  const dispatcher = new EnvHttpProxyAgent();
  return createTransport(options, async ({ body }) => {
    const response = await fetch(options.url, {
      method: 'POST',
      body,
      dispatcher,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
    });
    await response.arrayBuffer();
    return {
      statusCode: response.status,
      headers: {
        'x-sentry-rate-limits': response.headers.get('x-sentry-rate-limits'),
        'retry-after': response.headers.get('retry-after'),
      },
    };
  });
}

/** Name of a source file in a report, by which reports are grouped: `rails:snap-client.ts`, `pg.lib:client`. */
export function formatModule(file: string | undefined): string | undefined {
  if (file === undefined) return undefined;
  const { dir, base } = path.posix.parse(file.replace(/^file:\/\//, ''));
  const name = base.replace(/\.[cm]?js$/, '');
  const packages = dir.lastIndexOf('/node_modules/');
  const folder =
    packages >= 0 ? dir.slice(packages + '/node_modules/'.length) : path.posix.relative(import.meta.dirname, dir);
  return folder === '' || folder.startsWith('..') ? name : `${folder.replaceAll('/', '.')}:${name}`;
}
