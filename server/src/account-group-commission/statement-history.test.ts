/** Any history of commissions: entries, statements, ledger and payouts agree. */
import fc from 'fast-check';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startOfBusinessDay } from '@dasbor/contract/time';
import { createGroup } from '../../test/account-group-fixture.ts';
import { insertActiveRule, insertRefund } from '../../test/commission-fixture.ts';
import { newId } from '../db/new-id.ts';
import { asPlatform } from '../db/tx.ts';
import { bookCommissions } from './book.ts';
import { createStatements } from './create-statements.ts';
import {
  addDays,
  addPayoutAccount,
  addRule,
  approve,
  atNoon,
  closeDays,
  getCommission,
  earner,
  first_day,
  listStatements,
  member,
  model,
  advanceTime,
  insertPaymentOfDay,
  payOut,
  readStatement,
  reserveDays,
  signIn,
  submit,
  t,
  setUpCommissionStatements,
} from '../../test/commission-statement-fixture.ts';

setUpCommissionStatements();
beforeAll(addPayoutAccount);

test('for any history, entries, statements, ledger and payouts agree to the rupiah', async () => {
  const readTotals = () =>
    asPlatform(t.deps.db, async (tx) => {
      const { rows } = await sql<{ entries: number; collected: number; statements: number; paid: number }>`
        select (select coalesce(sum(e.amount), 0)::bigint from app.commission_entry e) as entries,
          (select coalesce(sum(b.earned_amount - b.returned_amount), 0)::bigint from app.commission_booking b
            where b.statement_id is not null) as collected,
          (select coalesce(sum(s.commission_amount + s.adjustment_amount), 0)::bigint
            from app.commission_statement s) as statements,
          (select coalesce(sum(s.net_amount + s.tax_amount), 0)::bigint from app.commission_statement s
            where s.status = 'paid') as paid`.execute(tx.sql);
      return rows[0]!;
    });
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.record({ of_member: fc.boolean(), day: fc.nat(1), amount: fc.integer({ min: 1_000, max: 5_000_000 }) }),
        { minLength: 1, maxLength: 4 },
      ),
      fc.array(fc.record({ at: fc.nat(3), part: fc.integer({ min: 1, max: 4 }) }), { maxLength: 3 }),
      fc.integer({ min: 0, max: 100_000 }),
      fc.constantFrom('success', 'refused', 'returned', 'unknown_then_success', 'late_success'),
      async (payments, refunds, tax_rate_ppm, outcome) => {
        const start = reserveDays(4);
        const rule = await addRule(start, 3, { rate_ppm: 3_333, tax_rate_ppm });
        const paid: { merchant_id: string; transaction_id: string; amount: number }[] = [];
        for (const { of_member, day, amount } of payments) {
          const merchant_id = of_member ? member : earner;
          const transaction_id = await insertPaymentOfDay(merchant_id, amount, addDays(start + day));
          paid.push({ merchant_id, transaction_id, amount });
        }
        await closeDays(addDays(start + 1));
        for (const { at, part } of refunds) {
          const { merchant_id, transaction_id, amount } = paid[at % paid.length]!;
          await insertRefund(
            t,
            merchant_id,
            { transaction_id, amount: Math.floor((amount * part) / 16) },
            atNoon(addDays(start + 2)),
          );
        }
        await closeDays(addDays(start + 3));
        model.setChooser(() => outcome);
        for (const { id, net_amount } of await listStatements(rule)) {
          if (net_amount <= 0) continue;
          expect((await submit(id)).statusCode).toBe(200);
          expect((await approve((await readStatement(id)).approval_id)).statusCode).toBe(200);
          await payOut(id);
        }
        await advanceTime(120, 20);
        const { entries, collected, statements, paid: paid_out } = await readTotals();
        expect(statements).toBe(collected);
        expect((await getCommission(member)) + (await getCommission(earner))).toBe(entries - paid_out);
      },
    ),
    { numRuns: 8 },
  );
});

test('for any memberships, versions, payments and refunds, entries, statements and the ledger hold the same sum', async () => {
  const day = fc.nat(5);
  const membership = fc.record({ from: fc.nat(3), days: fc.integer({ min: 1, max: 5 }) });
  const who = fc.constantFrom(member, earner);
  await fc.assert(
    fc.asyncProperty(
      fc.record({
        members: fc.record({ [member]: fc.option(membership), [earner]: fc.option(membership) }),
        cut: fc.integer({ min: 1, max: 4 }),
        rates: fc.tuple(fc.integer({ min: 100, max: 3_000 }), fc.integer({ min: 100, max: 3_000 })),
        bearer: fc.constantFrom('from_platform_fee', 'from_merchant_net'),
        payments: fc.array(fc.record({ who, day, amount: fc.integer({ min: 100_000, max: 5_000_000 }) }), {
          minLength: 1,
          maxLength: 6,
        }),
        refunds: fc.array(fc.record({ of: fc.nat(5), day: fc.nat(6), part: fc.integer({ min: 1, max: 4 }) }), {
          maxLength: 4,
        }),
      }),
      async ({ members, cut, rates, bearer, payments, refunds }) => {
        const start = reserveDays(8);
        const at = (offset: number) => addDays(start + offset);
        const group_id = await createGroup(t.deps.db, {
          type: 'holding',
          owner_id: earner,
          member_ids: [],
          from: first_day,
          now: t.clock.now(),
        });
        const isMember = (merchant_id: string, offset: number): boolean => {
          const given = members[merchant_id];
          return given !== null && given !== undefined && offset >= given.from && offset < given.from + given.days;
        };
        await asPlatform(t.deps.db, async (tx) => {
          for (const [merchant_id, given] of Object.entries(members)) {
            if (given === null) continue;
            const now = t.clock.now();
            const row = { merchant_id, id: newId('account_group_member', now), group_id, type: 'holding' as const };
            const days = { effective_from: at(given.from), effective_to: at(given.from + given.days) };
            await tx.sql
              .insertInto('account_group_member')
              .values({ ...row, ...days, created_by_name: 'Test', created_at: now, updated_at: now })
              .execute();
          }
        });
        const rule = { earner, group_id, bearer };
        const [from, change, to] = [at(0), at(cut), at(6)];
        const series_id = await insertActiveRule(t, {
          ...rule,
          rate_ppm: rates[0],
          effective_from: from,
          effective_to: change,
        });
        const second = { rate_ppm: rates[1], effective_from: change, effective_to: to };
        await insertActiveRule(t, { ...rule, ...second, series_id, version: 2 });
        const before = [await getCommission(earner), await getCommission(member)];
        const ids: string[] = [];
        for (let offset = 0; offset <= 6; offset += 1) {
          for (const [index, payment] of payments.entries()) {
            if (payment.day === offset) ids[index] = await insertPaymentOfDay(payment.who, payment.amount, at(offset));
          }
          for (const { of, day: refund_day, part } of refunds) {
            const index = of % payments.length;
            const [transaction_id, payment] = [ids[index], payments[index]];
            if (refund_day !== offset || transaction_id === undefined || payment === undefined) continue;
            // At most four refunds of a quarter each.
            const amount = Math.floor((payment.amount * part) / 16);
            await insertRefund(t, payment.who, { transaction_id, amount }, atNoon(at(offset)));
          }
          t.clock.set(new Date(startOfBusinessDay(at(offset + 1)).getTime() + 3_600_000));
          for (const merchant_id of [member, earner]) {
            await bookCommissions(t.deps, merchant_id, startOfBusinessDay(at(offset + 1)));
          }
          await createStatements(t.deps, earner, at(offset + 1));
        }
        const { rows } = await asPlatform(t.deps.db, (tx) =>
          sql<{ transaction_id: string; amount: number }>`
            select e.transaction_id, sum(e.amount)::bigint as amount from app.commission_entry e
            where e.series_id = ${series_id} group by e.transaction_id`.execute(tx.sql),
        );
        const entries = rows.reduce((sum, { amount }) => sum + amount, 0);
        // Exactly the payments of members on their days earn.
        expect(rows.map(({ transaction_id }) => transaction_id).toSorted()).toEqual(
          ids.filter((_, index) => isMember(payments[index]!.who, payments[index]!.day)).toSorted(),
        );
        await signIn();
        const statements = await listStatements(series_id);
        const stated = statements.map((each) => each.commission_amount + each.adjustment_amount);
        expect(stated.reduce((sum, amount) => sum + amount, 0)).toBe(entries);
        expect([await getCommission(earner), await getCommission(member)]).toEqual([before[0]! + entries, before[1]]);
      },
    ),
    { numRuns: 8 },
  );
}, 240_000);
