import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { buildSync } from 'esbuild';

/** What a project serves: the tools of a document, which call the API. */
export interface Serving {
  readonly document: string;
  readonly baseUrl: string;
  readonly port: number;
}

/** A program of Node that serves tools. */
export interface ServerProgram {
  readonly path: string;
  readonly args: readonly string[];
  readonly cwd: string;
}

/** A project that makes tools of a document. */
export interface Contender {
  readonly name: string;
  readonly version: string;
  /** How the program is called: over HTTP at `/mcp`, or over stdio, the default of the project. */
  readonly transport: 'http' | 'stdio';
  /** Writes the program for a document. `folder` has the packages of the project. */
  program(folder: string, serving: Serving): ServerProgram;
}

const fastmcp = `
import { fromOpenAPI } from 'fastmcp/openapi';
const [spec, baseUrl, port] = process.argv.slice(2);
const server = await fromOpenAPI({ spec, baseUrl, maxTools: 100_000 });
await server.start({ transportType: 'httpStream', httpStream: { port: Number(port), host: '127.0.0.1' } });
`;

const mcpUse = `
import { readFileSync } from 'node:fs';
import { MCPServer } from 'mcp-use';
const [path, baseUrl, port] = process.argv.slice(2);
const server = MCPServer.fromOpenAPI({ spec: JSON.parse(readFileSync(path, 'utf8')), baseUrl });
await server.listen(Number(port));
`;

/** toolwire and the three other projects. */
export const contenders: readonly Contender[] = [
  {
    name: 'toolwire',
    version: '',
    transport: 'http',
    program: (_folder, serving) => ({
      path: fileURLToPath(new URL('toolwire-server.js', import.meta.url)),
      args: argumentsOf(serving),
      cwd: process.cwd(),
    }),
  },
  { name: 'fastmcp', version: '4.20.16', transport: 'http', program: writtenAs(fastmcp) },
  { name: 'mcp-use', version: '2.5.2', transport: 'http', program: writtenAs(mcpUse) },
  { name: 'openapi-mcp-generator', version: '4.0.1', transport: 'stdio', program: generated },
];

/** Installs the three other projects, each in its own folder. mcp-use names Node 22, so it can't be a dependency of this workspace. */
export function installContenders(folder: string): void {
  for (const { name, version } of contenders) {
    if (version !== '') install(join(folder, name), { [name]: version });
  }
}

/** The folder of a project's packages. */
export function folderOf(folder: string, { name }: Contender): string {
  return join(folder, name);
}

function install(folder: string, dependencies: Readonly<Record<string, string>>): void {
  if (existsSync(join(folder, 'node_modules'))) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, type: 'module', dependencies }));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, npm_config_engine_strict: 'false' },
  });
}

/** The project that openapi-mcp-generator writes for a document, with the packages that it names. */
function generated(folder: string, { document, baseUrl }: Serving): ServerProgram {
  const out = join(folder, 'generated');
  const command = join(folder, 'node_modules/openapi-mcp-generator/bin/openapi-mcp-generator.js');
  const options = ['--input', document, '--output', out, '--base-url', baseUrl, '--force'];
  execFileSync(process.execPath, [command, ...options], { stdio: ['ignore', 'ignore', 'pipe'] });
  const { dependencies } = JSON.parse(readFileSync(join(out, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  const packages = join(folder, 'packages');
  install(packages, dependencies);
  const path = join(packages, 'server.mjs');
  buildSync({
    entryPoints: [join(out, 'src/index.ts')],
    outfile: path,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  });
  return { path, args: [], cwd: packages };
}

function writtenAs(text: string): Contender['program'] {
  return (folder, serving) => {
    const path = join(folder, 'server.mjs');
    writeFileSync(path, text);
    return { path, args: argumentsOf(serving), cwd: folder };
  };
}

function argumentsOf({ document, baseUrl, port }: Serving): readonly string[] {
  return [document, baseUrl, String(port)];
}
