import type { Plugin } from 'esbuild';

/** A short text for the page of the inspector, which its own build makes, and its own tests open. */
export const pageStub: Plugin = {
  name: 'page-stub',
  setup(builder) {
    builder.onResolve({ filter: /\?page$/ }, ({ path }) => ({ path, namespace: 'page' }));
    builder.onLoad({ filter: /.*/, namespace: 'page' }, () => ({
      contents: "export const script = '', style = '', scriptHash = 'sha256-', styleHash = 'sha256-';",
    }));
  },
};
