import { defineConfig } from 'vitest/config';

// No `import` here: these reach Node's `require` as well, which would then be handed ES modules.
const conditions = ['@toolwire/source', 'node'];

// By name only (`npm test -- endurance`): it measures memory and times, and wants the machine to itself.
const named = process.argv.some((argument) => argument.startsWith('endurance'));
const endurance = named ? ['endurance/test/**/*.test.ts'] : [];

export default defineConfig({
  resolve: { conditions },
  ssr: { resolve: { conditions, externalConditions: conditions } },
  test: {
    include: [
      'packages/*/test/**/*.test.ts',
      'examples/*/test/**/*.test.ts',
      'consumers/test/**/*.test.ts',
      'interop/test/**/*.test.ts',
      'observability/test/**/*.test.ts',
      ...endurance,
      'scripts/test/**/*.test.mjs',
    ],
    testTimeout: 20_000,
    coverage: { include: ['packages/*/src/**'] },
  },
});
