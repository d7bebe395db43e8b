/** Prometheus metrics of the process and of every route. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics, register } from 'prom-client';
import type { Env } from '../env.ts';
import { notFound } from './problem.ts';

/** Registers `/metrics` and times every request by route name and status. */
export function serveMetrics(fastify: FastifyInstance, env: Pick<Env, 'METRICS_TOKEN' | 'NODE_ENV'>): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const duration = new Histogram({
    name: 'dasbor_http_request_duration_seconds',
    help: 'Duration of requests by contract route and status',
    labelNames: ['route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.config.route_name ?? request.routeOptions.url ?? 'unmatched';
    duration.observe({ route, status: String(reply.statusCode) }, reply.elapsedTime / 1000);
    done();
  });
  // Metrics of this process's jobs are in the library's default registry.
  const all = Registry.merge([registry, register]);
  fastify.get('/metrics', async (request, reply) => {
    if (!mayRead(env, request.headers.authorization)) throw notFound();
    return reply.type(all.contentType).send(await all.metrics());
  });
  return registry;
}

/** Compares hashes, because the comparison of texts of equal length takes the same time for every guess. */
function mayRead({ METRICS_TOKEN, NODE_ENV }: Pick<Env, 'METRICS_TOKEN' | 'NODE_ENV'>, authorization = ''): boolean {
  if (METRICS_TOKEN === undefined) return NODE_ENV !== 'production';
  const hash = (text: string): Buffer => createHash('sha256').update(text).digest();
  return timingSafeEqual(hash(authorization), hash(`Bearer ${METRICS_TOKEN}`));
}
