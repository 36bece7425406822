/** Where most tests run: west of UTC, where a UTC day begins on the day before, and where clocks change. */
export const westOfUtc = 'America/New_York';

/** Where the tests on PostgreSQL run: east of UTC, by no whole hour. */
export const eastOfUtc = 'Asia/Kolkata';
