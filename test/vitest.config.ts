import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { PlainSummary } from './support/plain-summary.ts';

export default defineConfig({
  test: {
    root: fileURLToPath(new URL('..', import.meta.url)),
    include: ['test/**/*.test.ts'],
    exclude: ['test/world/**'],
    reporters: ['default', new PlainSummary()],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
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
