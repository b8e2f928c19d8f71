import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PlainSummary } from './support/plain-summary.ts';

/** The world suite: whole legs against the replay server named by TRIVET_WORLD; skipped loudly without it. */
export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/world/**/*.test.ts'],
    reporters: ['default', new PlainSummary()],
    testTimeout: 180_000,
    hookTimeout: 60_000,
    fileParallelism: false,
  },
});
