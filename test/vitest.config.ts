import { defineConfig } from 'vitest/config';
import { PlainSummary } from './support/plain-summary.ts';

export default defineConfig({
  test: {
    root: new URL('..', import.meta.url).pathname,
    include: ['test/**/*.test.ts'],
    exclude: ['test/world/**'],
    reporters: ['default', new PlainSummary()],
    testTimeout: 30_000,
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text', 'json-summary'],
      thresholds: {
        'src/domain/**': { lines: 100, branches: 95 },
        'src/stages/**': { lines: 100, branches: 95 },
        lines: 90,
        branches: 80,
      },
    },
  },
});
