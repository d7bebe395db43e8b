/** Prometheus metrics of the process and of every route. */
import type { FastifyInstance } from 'fastify';
import { Histogram, Registry, collectDefaultMetrics, register } from 'prom-client';

/** Registers `/metrics` and times every request by route name and status. */
export function serveMetrics(fastify: FastifyInstance): Registry {
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
  fastify.get('/metrics', async (_request, reply) => reply.type(all.contentType).send(await all.metrics()));
  return registry;
}
