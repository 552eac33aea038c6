import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { hostSource, lists, packagesWithoutRow } from '../src/check-table.ts';
import { createApp } from '../src/create-app.ts';
import { builtHosts, hosts } from '../src/table.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

const read = (file: string): string => readFileSync(join(root, file), 'utf8');

/** The TypeScript files below a folder, without what is installed and built. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist'].includes(entry.name) ? [] : filesBelow(path);
    return entry.isFile() && entry.name.endsWith('.ts') ? [path] : [];
  });
}

/** The suites that run in every framework, each by the file that reads the table. */
const suites = [
  'tests/consumers/test/hosts.ts',
  'tests/endurance/src/servers/mounted-server.ts',
  'tests/endurance/test/mounted-stop.test.ts',
  'tests/endurance/test/never-reads.test.ts',
  'tests/inspector/src/hosts.ts',
  'tests/interop/src/hosts.ts',
  'tests/interop/test/protected-resource.test.ts',
  'tests/observability/src/hosts.ts',
];

/** Host packages without a row. An entry is removed when its package gets a row, or no longer exists. */
const withoutRow: Readonly<Record<string, string>> = {
  '@toolwire/mcp-sdk': 'serves MCP alone, through the official SDK',
  '@toolwire/orpc': 'makes tools of procedures, and mounts nothing',
  '@toolwire/stdio': 'serves MCP alone, over stdin and stdout',
  '@toolwire/trpc': 'makes tools of procedures, and mounts nothing',
};

/** Files that mount tools on several adapters without the table. An entry is removed when its file no longer does. */
const ownLists: Readonly<Record<string, string>> = {
  'tests/consumers/test/typescript.ts': 'compiles the mounts against the types of each framework',
};

/** Hosts whose cost is not measured. An entry is removed when its host gets a server in benchmarks/src/servers/adapters. */
const unmeasured: Readonly<Record<string, string>> = {
  'node:http': 'measured by the other benchmarks, against a server written by hand',
  'node:http2 with TLS': 'has the same adapter as node:http',
  'Feathers 5': 'has the same adapter as Express 4',
  'Fastify 4': 'has the same adapter code as Fastify 5',
  'h3 1': 'has the same adapter as node:http',
  'Elysia 1 on Node': 'has the same adapter as Hono',
  'Koa 2': 'has the same adapter code as Koa 3',
  'h3 2': 'has the same adapter as Hono',
  'AdonisJS 6': 'has the same adapter as node:http',
  'hapi 21': 'has the same adapter as node:http',
  'Nest 11 on Express': 'has the same adapter as Express 5, and a guard',
  'Nest 11 on Fastify': 'has the same adapter as Fastify 5, and a guard',
};

describe('the table of frameworks', () => {
  it('has a row for every adapter package, or a reason', () => {
    const packages = readdirSync(join(root, 'packages/hosts')).filter((name) =>
      existsSync(join(root, 'packages/hosts', name, 'package.json')),
    );
    const named = packages.map(
      (name) => (JSON.parse(read(`packages/hosts/${name}/package.json`)) as { name: string }).name,
    );
    expect(packagesWithoutRow(named, hosts).toSorted()).toEqual(Object.keys(withoutRow).toSorted());
  });

  it('has unique names, and numbers each exception once', () => {
    const rows = [...hosts, ...builtHosts];
    expect(new Set(rows.map(({ name }) => name)).size).toBe(rows.length);
    const reasons = new Map<number, string>();
    for (const { number, reason } of rows.flatMap(({ exceptions = [] }) => exceptions)) {
      expect(reasons.get(number) ?? reason, `exception ${number}`).toBe(reason);
      reasons.set(number, reason);
    }
    expect([...reasons.keys()].toSorted((a, b) => a - b)).toEqual([...reasons.keys()].map((_, index) => index + 1));
    expect(new Set(reasons.values()).size).toBe(reasons.size);
  });

  it('has every file of src/hosts', () => {
    const table = read('tests/hosts/src/table.ts');
    const files = readdirSync(join(root, 'tests/hosts/src/hosts')).filter((file) => !file.endsWith('.d.ts'));
    const missing = files.filter(
      (file) => !table.includes(`./hosts/${file}`) && hostSource(read(`tests/hosts/src/hosts/${file}`)),
    );
    expect(missing).toEqual([]);
  });

  it.each(suites)('is read by %s', (file) => {
    expect(read(file)).toMatch(/ from '@toolwire\/test-hosts'/);
  });

  it('is the only list of frameworks', () => {
    const others = readdirSync(join(root, 'tests')).filter(
      (name) => name !== 'hosts' && existsSync(join(root, 'tests', name, 'package.json')),
    );
    const found = [...others.map((name) => `tests/${name}`), 'packages/tooling/conformance']
      .flatMap(filesBelow)
      .filter((file) => lists(read(file)));
    expect(found.toSorted()).toEqual(Object.keys(ownLists).toSorted());
  });

  it('has a benchmark for every adapter, or a reason', () => {
    const compared = read('benchmarks/src/http/compare-adapters.ts');
    const measured = hosts.filter(({ name }) => compared.includes(`host: '${name}`)).map(({ name }) => name);
    expect([...measured, ...Object.keys(unmeasured)].toSorted()).toEqual(hosts.map(({ name }) => name).toSorted());
  });
});

describe('a framework of the table', () => {
  it.each(hosts)('leaves the classes of the process as they were: $name', async ({ start }) => {
    const { Request, Response } = globalThis;
    const { close, closeApp } = await start(createApp({ mounts: [] }));
    await close();
    await closeApp?.();
    expect(globalThis.Request).toBe(Request);
    expect(globalThis.Response).toBe(Response);
  });
});

describe('the check of the table', () => {
  it('finds an adapter package without a row', () => {
    expect(packagesWithoutRow(['@toolwire/express', '@toolwire/elysia'], hosts)).toEqual(['@toolwire/elysia']);
  });

  it('finds a list of frameworks', () => {
    const list = "import { mountTools } from '@toolwire/koa';\nimport { createFetchHandler } from '@toolwire/fetch';\n";
    expect([lists(list), lists("import { mountTools } from '@toolwire/koa';\n")]).toEqual([true, false]);
  });
});
