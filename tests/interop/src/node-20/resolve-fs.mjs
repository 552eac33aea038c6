const standIn = new URL('fs-with-glob.mjs', import.meta.url).href;

/**
 * Hands the suite a stand-in for `fs`, and everybody else the real one.
 * @type {import('node:module').ResolveHook}
 */
export async function resolve(specifier, context, next) {
  const forSuite = specifier === 'fs' && context.parentURL?.includes('/@modelcontextprotocol/conformance/');
  return forSuite ? { url: standIn, format: 'module', shortCircuit: true } : next(specifier, context);
}
