/** Far above the slowest pattern (seconds, with recheck's JavaScript alone): a pattern too hard to judge is not called safe. */
const TIMEOUT_MS = 120_000;
/** The search for an attack is bounded by its steps and never by the clock: on a busy machine the clock calls anything slow. */
export const SETTINGS = { timeout: TIMEOUT_MS, attackTimeout: null, incubationTimeout: null } as const;
