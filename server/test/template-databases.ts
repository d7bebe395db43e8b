/** What the databases of tests are copied from, beside the migrated one without a row in it. */

/** The migrated template with the sandbox's merchants and users. */
export const PEOPLE_TEMPLATE = 'dasbor_people';

/** Where test clocks start: a working day, 14:05 in Jakarta. */
export const TEST_START = new Date('2026-11-18T07:05:00.000Z');
