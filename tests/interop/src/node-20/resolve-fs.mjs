const standIn = new URL('fs-with-glob.mjs', import.meta.url).href;

/**
 * Resolves `fs` to `fs-with-glob.mjs` for the suite, and to the real module for all other importers.
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, next) {
  const forSuite = specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  return forSuite ? { url: standIn, format: 'module', shortCircuit: true } : next(specifier, context);
}
