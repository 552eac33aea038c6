import { relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type BuildOptions, build, type Metafile } from 'esbuild';
import { pageStub } from './page-stub.ts';

/** The optional package of `toolwire import`, where its users install it. */
export const openApiFolder = 'node_modules/@toolwire/openapi';

/** The package that `@toolwire/openapi` loads at run time, because it reads its own files. */
export const openApiValidator = '@seriousme/openapi-schema-validator';

/** The bundled files, by their paths in the folder of the program. */
interface CliBundle {
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly outputs: Metafile['outputs'];
}

const outdir = resolve('/toolwire-cli');
const shared = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  conditions: ['@toolwire/source'],
  logLevel: 'error',
  metafile: true,
  write: false,
} as const satisfies BuildOptions;

let bundle: Promise<CliBundle> | undefined;

/** Bundles the program from its source, split as it is published. All test files of a worker share the bundle. */
export function bundleCli(): Promise<CliBundle> {
  bundle ??= makeBundle();
  return bundle;
}

async function makeBundle(): Promise<CliBundle> {
  const program = await build({
    ...shared,
    entryPoints: [fileURLToPath(new URL('../../src/bin.ts', import.meta.url))],
    outdir,
    outExtension: { '.js': '.mjs' },
    splitting: true,
    format: 'esm',
    // Installed next to the program, and loaded by the commands that speak MCP.
    external: ['@modelcontextprotocol/client'],
    // Like the build of the packages, which can bundle only ES modules.
    mainFields: ['module', 'main'],
    plugins: [pageStub],
  });
  const openApi = await build({
    ...shared,
    entryPoints: [fileURLToPath(new URL('../../../openapi/src/source.ts', import.meta.url))],
    outfile: resolve(outdir, openApiFolder, 'source.cjs'),
    // Some of its dependencies call `require`, which a bundle in ES modules can't.
    format: 'cjs',
    external: [openApiValidator],
  });
  const made = [...program.outputFiles, ...openApi.outputFiles];
  return {
    files: new Map(made.map(({ path, contents }) => [relative(outdir, path), contents])),
    outputs: program.metafile.outputs,
  };
}
