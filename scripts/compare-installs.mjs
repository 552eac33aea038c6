// Installs what serves tools over HTTP, each in a separate folder, and writes what that brings along into docs/compare.md:
// `node scripts/compare-installs.mjs --write`. It packs our own packages, and downloads the others.
import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { readJson, root } from './packages.mjs';

const page = join(root, 'docs/compare.md');

/** What one installs to serve a tool with a zod schema over HTTP, and which import that needs. */
const others = [
  {
    title: 'MCP SDK 2, on node:http',
    dependencies: { '@modelcontextprotocol/server': '2.4.0', '@modelcontextprotocol/node': '2.1.2' },
  },
  { title: 'MCP SDK 1', dependencies: { '@modelcontextprotocol/sdk': '1.32.2' } },
  { title: 'fastmcp (TypeScript)', dependencies: { fastmcp: '4.20.16' } },
];

const folder = mkdtempSync(join(tmpdir(), 'toolwire-compare-'));
try {
  const packed = packOurs();
  const all = [{ title: 'toolwire', dependencies: { toolwire: packed.toolwire }, overrides: packed }, ...others];
  const rows = all.map((one, index) => measure(one, join(folder, String(index))));
  const table = ['| project | packages | on disk | named |', '|---|---|---|---|', ...rows].join('\n');
  console.log(table);
  if (process.argv.includes('--write')) {
    const text = readFileSync(page, 'utf8');
    const written = text.replace(/(<!-- installs:.*-->\n)[^]*?(<!-- \/installs -->)/, `$1\n${table}\n\n$2`);
    if (!written.includes(table)) throw new Error('docs/compare.md has no place for the table.');
    writeFileSync(page, written);
  }
} finally {
  rmSync(folder, { recursive: true });
}

/** @returns {Record<string, string>} The packages that `toolwire` needs, each as the file that it is published as. */
function packOurs() {
  const { packageManager } = readJson('package.json');
  const into = join(folder, 'packed');
  mkdirSync(into);
  const args = ['--yes', packageManager, '--recursive', '--filter', 'toolwire...', 'pack', '--pack-destination', into];
  execFileSync('npx', args, { cwd: root, stdio: ['ignore', 'ignore', 'inherit'] });
  return Object.fromEntries(
    readdirSync(into).map((file) => [
      file.replace(/-\d+\.\d+\.\d+\.tgz$/, '').replace(/^toolwire-/, '@toolwire/'),
      `file:${join(into, file)}`,
    ]),
  );
}

/**
 * @param {{ title: string, dependencies: Record<string, string | undefined>, overrides?: Record<string, string> }} one
 * @param {string} project
 */
function measure({ title, dependencies, overrides = {} }, project) {
  mkdirSync(project);
  const manifest = { private: true, type: 'module', dependencies: { ...dependencies, zod: '4.6.7' }, overrides };
  writeFileSync(join(project, 'package.json'), JSON.stringify(manifest));
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts'], {
    cwd: project,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const packages = packagesBelow(join(project, 'node_modules'));
  const megabytes = bytesBelow(join(project, 'node_modules')) / 1e6;
  const named = Object.keys(dependencies).map(
    (name) => `\`${name}\` ${readVersion(join(project, 'node_modules', name))}`,
  );
  return `| ${title} | ${packages} | ${megabytes.toFixed(1)} MB | ${named.join(', ')}, \`zod\` |`;
}

/** @param {string} path */
function readVersion(path) {
  return JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')).version;
}

/**
 * @param {string} modules
 * @returns {number}
 */
function packagesBelow(modules) {
  if (!existsSync(modules)) return 0;
  const names = readdirSync(modules).filter((name) => !name.startsWith('.'));
  const folders = names.flatMap((name) =>
    name.startsWith('@')
      ? readdirSync(join(modules, name)).map((one) => join(modules, name, one))
      : join(modules, name),
  );
  return folders.reduce((sum, one) => sum + 1 + packagesBelow(join(one, 'node_modules')), 0);
}

/** @param {string} path */
function bytesBelow(path) {
  const files = readdirSync(path, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return files.reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0);
}
