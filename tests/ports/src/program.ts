import { mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** The servers that are ported, by the folder of their port. */
export const serverNames = ['memory', 'sequential-thinking', 'filesystem', 'everything', 'notion'] as const;
export type ServerName = (typeof serverNames)[number];

/** The published server, or its port. */
export type Side = 'original' | 'port';

const require = createRequire(import.meta.url);
const builtFolder = fileURLToPath(new URL('../node_modules/.programs/', import.meta.url));

/** The package that a server was published in. */
export function packageOf(server: ServerName): string {
  return server === 'notion' ? '@notionhq/notion-mcp-server' : `@modelcontextprotocol/server-${server}`;
}

/** The program of a published server, as its package names it. */
export function originalProgram(server: ServerName): string {
  const manifest = require.resolve(`${packageOf(server)}/package.json`);
  const { bin } = require(manifest) as { readonly bin: Readonly<Record<string, string>> };
  const [path] = Object.values(bin);
  if (path === undefined) throw new TypeError(`${packageOf(server)} has no program.`);
  return join(dirname(manifest), path);
}

/**
 * Builds the program of a port. With `'bundle'` it contains the sources of toolwire. With `'packages'` it imports the built packages, as
 * an installed server does.
 */
export function portProgram(server: ServerName, form: 'bundle' | 'packages'): string {
  const outfile = join(builtFolder, `${server}-${form}.mjs`);
  mkdirSync(builtFolder, { recursive: true });
  buildSync({
    entryPoints: [fileURLToPath(new URL(`${server}/main.ts`, import.meta.url))],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    ...(form === 'packages'
      ? { packages: 'external' }
      : { conditions: ['@toolwire/source'], banner: { js: requireForCommonJs } }),
    logLevel: 'error',
  });
  return outfile;
}

/** What CommonJS modules in a bundle of ES modules look for. */
const requireForCommonJs =
  "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
