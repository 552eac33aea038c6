import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { originalProgram, type ServerName, type Side } from './program.ts';

/** Parts of the published packages that the ports don't have: tests, servers over HTTP, and the tools that are not ported. */
const otherFiles =
  /(?:^|\/)(?:__tests__|transports\/(?:sse|streamableHttp)|vitest\.config|server\/logging|tools\/toggle-simulated|tools\/.*-async)/;

/** The lines of code of a server, without comments and empty lines. */
export function countLines(name: ServerName, side: Side): number {
  const folder = side === 'original' ? sourcesOf(name) : fileURLToPath(new URL(`${name}/`, import.meta.url));
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sources = files.filter((file) => /\.(?:js|ts)$/.test(file) && !otherFiles.test(file));
  return sources.reduce((sum, file) => sum + linesOf(readFileSync(join(folder, file), 'utf8')), 0);
}

/** The package of notion has its sources next to a bundle. */
function sourcesOf(name: ServerName): string {
  const folder = dirname(originalProgram(name));
  return name === 'notion' ? join(folder, '../src') : folder;
}

function linesOf(source: string): number {
  const code = source.replaceAll(/^\s*\/\*[\s\S]*?\*\/\s*$/gm, '').replaceAll(/^\s*\/\/.*$/gm, '');
  return code.split('\n').filter((line) => line.trim() !== '').length;
}
