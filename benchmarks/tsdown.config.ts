import { defineConfig } from 'tsdown';

// Compiled once and run as plain JavaScript: no loader takes part in what is measured.
export default defineConfig({
  entry: ['src/**/*.ts'],
  unbundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  dts: false,
  sourcemap: false,
  fixedExtension: false,
  clean: true,
  deps: { onlyBundle: [] },
});
