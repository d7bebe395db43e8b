/** The log of requests. */
import type { FastifyInstance } from 'fastify';

/** Logs one line per response: principal, route, status and duration; never bodies or tokens. */
export function logResponses(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    done();
    if (request.url === '/healthz' || request.url === '/metrics') return;
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.config.route_name ?? request.routeOptions.url,
        status_code: reply.statusCode,
        elapsed_ms: Math.round(reply.elapsedTime),
        merchant_id: request.principal?.merchant_id ?? undefined,
        actor_id: request.principal?.id,
      },
      'request completed',
    );
  });
}
