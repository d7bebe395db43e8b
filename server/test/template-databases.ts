/** Template databases of the tests, in addition to the empty migrated one. */

/** The migrated template with the sandbox's merchants and users. */
export const PEOPLE_TEMPLATE = 'dasbor_people';

/** Start of test clocks: a working day, 14:05 in Jakarta. */
export const TEST_START = new Date('2026-11-18T07:05:00.000Z');
