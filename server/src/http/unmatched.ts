/** Requests that match no route: 405 with the allowed methods when the path exists, else 404. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { localized } from '@dasbor/contract/language';
import { API_BASE } from '@dasbor/contract/route';
import { ROUTES } from '@dasbor/contract/routes';
import { Problem, notFound } from './problem.ts';

/** The paths of the contract as patterns, with their methods. A GET also answers HEAD. */
const PATHS = Object.entries(Object.groupBy(ROUTES, (route) => route.path)).map(([path, routes = []]) => ({
  pattern: new RegExp(`^${API_BASE}${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
  methods: routes.flatMap(({ method }) => (method === 'GET' ? [method, 'HEAD'] : [method])),
}));

/** The methods of a path; empty when the contract has no such path. */
export function listMethods(url: string): string[] {
  const path = url.split('?', 1)[0] ?? '';
  const methods = PATHS.filter(({ pattern }) => pattern.test(path)).flatMap((each) => each.methods);
  return [...new Set(methods)].toSorted();
}

/** The error for a request without a route; sets `Allow` when only its method is wrong. */
export function rejectUnmatched(request: FastifyRequest, reply: FastifyReply): Problem {
  const methods = listMethods(request.url);
  if (methods.length === 0) return notFound();
  void reply.header('allow', methods.join(', '));
  const list = methods.join(', ');
  const detail = localized(`This path accepts ${list}.`, `Path ini menerima ${list}.`);
  return new Problem(405, 'method_not_allowed', detail);
}
