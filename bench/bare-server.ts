// Reference server of the list benchmark: serves the same page with the same SQL, without sessions, access checks, tenancy,
// validation and limits.
import Fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 16 });
const fastify = Fastify();

const PAGE = `select id, created_at, merchant_reference, customer_name, channel_code, amount, tip_amount, fee_amount,
    fee_vat_amount, net_amount, description, issuer, payer_name, approval_code, rrn, provider_reference, failure_code,
    failure_message, late_payment, duplicate_payment, settlement_date, refunded_amount, qris_payment_id,
    virtual_account_id, va_number, payment_link_id, expires_at, paid_at, updated_at, status, method, source, currency,
    settlement_status, customer_email, customer_phone, refund_status
  from app.transaction
  where merchant_id = $1 and created_at >= $2 and created_at < $3 and status = $4
  order by created_at desc, id desc limit 51`;

fastify.get('/', () => ({ status: 'ok' }));
fastify.get('/transactions', async (request) => {
  const { merchant_id, from, to, status } = request.query as Record<string, string>;
  const { rows } = await pool.query(PAGE, [merchant_id, from, to, status]);
  return { data: rows.slice(0, 50), next_cursor: null };
});

process.once('SIGTERM', () => process.exit(0));
await fastify.listen({ port: Number(process.env.PORT), host: '127.0.0.1' });
