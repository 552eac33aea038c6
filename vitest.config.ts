import { defineConfig } from 'vitest/config';

// No `import` here: these reach Node's `require` as well, which would then be handed ES modules.
const conditions = ['@toolwire/source', 'node'];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
      'consumers/test/**/*.test.ts',
      'endurance/test/**/*.test.ts',
      'scripts/test/**/*.test.mjs',
    ],
    testTimeout: 20_000,
    coverage: { include: ['packages/*/src/**'] },
  },
});
