import { defineConfig } from 'vitest/config';

const conditions = ['@toolwire/source', 'node', 'import', 'default'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
      'consumers/test/**/*.test.ts',
      'scripts/test/**/*.test.mjs',
    ],
    testTimeout: 20_000,
    coverage: { include: ['packages/*/src/**'] },
  },
});
