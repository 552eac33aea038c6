import { createRequire } from 'node:module';

const suffix = '.deferred.ts';
const importLine = /^import (?:\{ (\w+) \}|(\w+)) from '([^']+)';$/m;

/**
 * Puts off what a library in CommonJS does when it is loaded until it is first asked for. A source that is called `*.deferred.ts` imports
 * one name of one library, and has a function that answers it: the build has that function require the library, which it bundles. So
 * nobody pays at start-up for what is not used, whatever loads our packages, and without waiting for it.
 * @returns {import('tsdown').Rolldown.Plugin}
 */
export function deferredPlugin() {
  return {
    name: 'toolwire-deferred',
    transform(code, id) {
      if (!id.endsWith(suffix)) return undefined;
      const [line, named, whole, library] = importLine.exec(code) ?? [];
      const name = named ?? whole;
      const answer = `return ${name};`;
      if (line === undefined || name === undefined || !code.includes(answer)) {
        throw new Error(`${id} must import one name of one library, and answer it: import { Name } from 'library';`);
      }
      const required = named === undefined ? `require('${library}')` : `require('${library}').${named}`;
      // Types of it are left out anyway.
      return code.replace(line, `import type { ${name} } from '${library}';`).replace(answer, `return ${required};`);
    },
  };
}

const names = '\0names-of-zod-3';

/**
 * zod-to-json-schema loads all of zod 3 for a list of names: here it gets the list. Whoever uses zod 3 has it loaded; nobody else needs it.
 * @param {string} folder Where zod is found from.
 * @returns {import('tsdown').Rolldown.Plugin}
 */
export function namesOfZod3Plugin(folder) {
  return {
    name: 'toolwire-names-of-zod-3',
    transform(code, id) {
      // Not by resolving it: what is a peer has been left out by then.
      return id.includes('zod-to-json-schema')
        ? code.replace(/(from\s*['"])zod\/v3(['"])/, '$1names-of-zod-3$2')
        : undefined;
    },
    resolveId: (source) => (source === 'names-of-zod-3' ? names : undefined),
    load(id) {
      if (id !== names) return undefined;
      const { ZodFirstPartyTypeKind } = createRequire(`${folder}/package.json`)('zod/v3');
      return {
        code: `export const ZodFirstPartyTypeKind = ${JSON.stringify(ZodFirstPartyTypeKind)};`,
        moduleType: 'js',
      };
    },
  };
}
