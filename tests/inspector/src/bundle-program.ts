import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { build, type Plugin } from 'esbuild';

/** The page is a string of the inspector. Here it is replaced by a short one. */
const page: Plugin = {
  name: 'page',
  setup(builder) {
    builder.onResolve({ filter: /\?page$/ }, ({ path }) => ({ path, namespace: 'page' }));
    builder.onLoad({ filter: /.*/, namespace: 'page' }, () => ({
      contents: "export const script = '', style = '', scriptHash = 'sha256-', styleHash = 'sha256-';",
    }));
  },
};

/** A program of `src`, bundled from our sources, for a separate process. */
export interface BundledProgram {
  /** The file that holds the inspector itself, which is loaded when it is asked for. */
  readonly inspectorFile: string;
  /** Runs it, and returns what it has printed as JSON. */
  readonly run: (environment?: Readonly<Record<string, string>>) => Promise<unknown>;
  readonly remove: () => Promise<void>;
}

/** Bundles `src/<name>.ts`. */
export async function bundleProgram(name: string): Promise<BundledProgram> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-inspector-'));
  const { metafile } = await build({
    entryPoints: [fileURLToPath(new URL(`./${name}.ts`, import.meta.url))],
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: ['@toolwire/source'],
    metafile: true,
    plugins: [page],
    logLevel: 'error',
  });
  const inspectorFile = Object.keys(metafile.outputs).find((output) =>
    Object.keys(metafile.outputs[output]?.inputs ?? {}).some((input) => input.endsWith('/create-inspector.ts')),
  );
  return {
    inspectorFile: basename(inspectorFile ?? 'none'),
    run: async (environment = {}) => {
      const { stdout } = await promisify(execFile)(process.execPath, [join(folder, `${name}.mjs`)], {
        env: { PATH: process.env['PATH'], ...environment },
      });
      return JSON.parse(stdout) as unknown;
    },
    remove: () => rm(folder, { recursive: true }),
  };
}
