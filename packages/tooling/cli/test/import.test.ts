import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { readFolder } from '../src/import/import-files.ts';
import type { ChooseMany } from '../src/terminal/terminal.ts';
import { runHere } from './support/run-here.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'toolwire-import-'));
  await writeFile(join(folder, 'openapi.yaml'), documentWith(''));
  await writeFile(join(folder, 'schemas.yaml'), 'Order: { type: object, properties: { id: { type: string } } }\n');
  await writeFile(
    join(folder, 'overlay.yaml'),
    'overlay: 1.0.0\nactions: [{ target: $.info, update: { title: Store } }]\n',
  );
});
afterAll(() => rm(folder, { recursive: true }));

const documentWith = (parameters: string) => `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://shop.example.com }]
paths:
  /orders:
    get:
      operationId: listOrders
      tags: [orders]
      summary: List orders
      ${parameters}
      responses:
        200: { description: Orders., content: { application/json: { schema: { $ref: 'schemas.yaml#/Order' } } } }
  /items: { get: { operationId: listItems, tags: [items], responses: {} } }
`;

it('imports nothing by default, and lists the operations and how to choose them', async () => {
  const document = join(folder, 'openapi.yaml');
  const { code, stdout, stderr } = await runHere(['import', document, '--out', join(folder, 'none')]);
  expect(code).toBe(0);
  expect(stdout).toBe('orders (1)\n  listOrders  GET /orders  List orders\n\nitems (1)\n  listItems   GET /items\n');
  expect(stderr).toContain(`toolwire import ${document} --out ${join(folder, 'none')} --tag TAG`);
  const found = await runHere(['import', document, '--search', 'list ORDERS']);
  expect(found.stdout).toBe('orders (1)\n  listOrders  GET /orders  List orders\n');
});

it('lists the operations of a search and of a choice in every form, and reports why nothing is imported', async () => {
  const document = join(folder, 'openapi.yaml');
  const out = join(folder, 'searched');
  const found = await runHere(['import', document, '--search', 'orders', '--json']);
  expect(JSON.parse(found.stdout)).toMatchObject({ operations: [{ id: 'listOrders' }] });
  const chosen = await runHere(['import', document, '--tag', 'items']);
  expect(chosen.stdout).toBe('items (1)\n  listItems  GET /items\n');
  expect(chosen.stderr).toContain('Nothing is imported. Add --out FOLDER, such as --out src/tools, to import these');
  const searched = await runHere(['import', document, '--out', out, '--tag', 'items', '--search', 'items']);
  expect(searched.stdout).toBe('items (1)\n  listItems  GET /items\n');
  expect(searched.stderr).toContain('Remove --search to import these operations.');
  await expect(readFile(join(out, 'import.json'))).rejects.toThrow('ENOENT');
});

it('lets the user of a terminal search the operations and choose some', async () => {
  const document = join(folder, 'openapi.yaml');
  const out = join(folder, 'picked');
  const chooseMany = vi.fn<ChooseMany>(async () => ['listItems']);
  const { code, stderr } = await runHere(['import', document, '--out', out], { chooseMany });
  expect(code).toBe(0);
  expect(chooseMany).toHaveBeenCalledWith('Operations', [
    { value: 'listOrders', label: 'listOrders  GET /orders', hint: 'List orders' },
    { value: 'listItems', label: 'listItems  GET /items', hint: undefined },
  ]);
  expect(stderr).toContain('items.ts was created');
  expect(JSON.parse(await readFile(join(out, 'import.json'), 'utf8'))).toMatchObject({
    include: { operations: ['listItems'] },
  });
  await runHere(['import', '--out', out], { chooseMany });
  await runHere(['import', document, '--out', join(folder, 'listed'), '--json'], { chooseMany });
  expect(chooseMany).toHaveBeenCalledOnce();
});

it('lists the operations if the user chooses none', async () => {
  const out = join(folder, 'canceled');
  const canceled = await runHere(['import', join(folder, 'openapi.yaml'), '--out', out], {
    chooseMany: () => Promise.resolve(undefined),
  });
  expect(canceled.stdout).toContain('listOrders  GET /orders');
  await expect(readFile(join(out, 'import.json'))).rejects.toThrow('ENOENT');
});

it('writes the chosen operations, stores the choice, and merges the next import', async () => {
  const out = join(folder, 'tools');
  const overlay = ['--overlay', join(folder, 'overlay.yaml')];
  const first = await runHere(['import', join(folder, 'openapi.yaml'), '--out', out, '--tag', 'orders', ...overlay]);
  expect(first).toMatchObject({ code: 0, stdout: '' });
  expect(first.stderr).toContain('orders.ts was created');
  expect(JSON.parse(await readFile(join(out, 'import.json'), 'utf8'))).toEqual({
    document: '../openapi.yaml',
    include: { tags: ['orders'] },
    overlays: ['../overlay.yaml'],
  });
  const orders = join(out, 'orders.ts');
  const text = await readFile(orders, 'utf8');
  expect(text).toContain("id: 'Store.ListOrders'");
  expect(text).toContain('id: z.string().optional()');
  const edited = text.replace("description: 'List orders'", "description: 'Lists the latest orders.'");
  await writeFile(orders, edited);
  expect((await runHere(['import', '--out', out])).stderr).toContain('Nothing has changed.');
  expect(await readFile(orders, 'utf8')).toBe(edited);
  await writeFile(join(folder, 'openapi.yaml'), documentWith('parameters: [{ name: q, in: query, schema: {} }]'));
  const second = await runHere(['import', '--out', out, '--operation', 'listItems']);
  expect(second.code).toBe(0);
  expect(second.stderr).toContain('orders.ts was merged with your edits');
  expect(second.stderr).toContain('Store.ListOrders 1.0.0 → 1.1.0: minor');
  expect(second.stderr).toContain('Store.ListItems 1.0.0 was added');
  expect(await readFile(orders, 'utf8')).toContain("description: 'Lists the latest orders.'");
  const listed = await runHere(['import', '--out', out, '--json']);
  expect(JSON.parse(listed.stdout)).toMatchObject({
    tools: ['Store.ListOrders@1.1.0', 'Store.ListItems@1.0.0'],
    diff: { bump: 'none' },
  });
});

it('reads references with spaces and percent-encoding, and ignores those to folders', async () => {
  const document = join(folder, 'references.yaml');
  const schemas = join(folder, 'shared schemas');
  await mkdir(schemas, { recursive: true });
  await writeFile(join(schemas, 'a.yaml'), "A: { $ref: 'b%20c.yaml#/B' }\n");
  await writeFile(join(schemas, 'b c.yaml'), 'B: { type: object, properties: { id: { type: string } } }\n');
  const response = (reference: string) =>
    `{ responses: { 200: { description: '', content: { application/json: { schema: { $ref: ${reference} } } } } } }`;
  await writeFile(
    document,
    `
openapi: 3.1.0
info: { title: Shop, version: '1' }
servers: [{ url: https://shop.example.com }]
paths:
  /a: { get: ${response("'shared schemas/a.yaml#/A'")} }
  /b: { get: ${response('shared schemas/b c.yaml#/B')} }
  /c: { get: ${response('"./shared%20schemas/"')} }
`,
  );
  const out = join(folder, 'references');
  const { code, stderr } = await runHere(['import', document, '--out', out, '--path', '/*']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  const text = await readFile(join(out, 'tools.ts'), 'utf8');
  expect(text.match(/id: z\.string\(\)\.optional\(\)|output: B,/gu)?.length).toBeGreaterThanOrEqual(2);
});

it.each([
  ["pet's.yaml", "pet's.yaml"],
  ['..shared/pet.yaml', '..shared/pet.yaml'],
  ['schemas/pet.yaml', String.raw`schemas\/pet.yaml`],
  ['pét.yaml', String.raw`p\u00e9t.yaml`],
])('reads a file named %s that is written as %s', async (name, written) => {
  const place = await mkdtemp(join(folder, 'names-'));
  const file = join(place, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, 'Pet: { type: object, properties: { id: { type: string } } }\n');
  const document = join(place, 'pets.yaml');
  const schema = `{ $ref: "${written}#/Pet" }`;
  await writeFile(
    document,
    `
openapi: 3.1.0
info: { title: Pets, version: '1' }
paths:
  /a: { get: { responses: { 200: { description: '', content: { application/json: { schema: ${schema} } } } } } }
`,
  );
  const { code, stderr } = await runHere(['import', document, '--out', join(place, 'out'), '--path', '/*']);
  expect({ code, stderr }).toMatchObject({ code: 0 });
  expect(await readFile(join(place, 'out', 'tools.ts'), 'utf8')).toContain('id: z.string()');
});

it('ends with 1 where edits and changes conflict, and names the lines', async () => {
  const out = join(folder, 'conflict');
  const document = join(folder, 'conflict.json');
  const write = (summary: string) =>
    writeFile(
      document,
      JSON.stringify({
        openapi: '3.1.0',
        info: { title: 'Shop', version: '1' },
        paths: { '/a': { get: { operationId: 'readA', description: summary, responses: {} } } },
      }),
    );
  await write('One.');
  await runHere(['import', document, '--out', out, '--operation', 'readA']);
  const file = join(out, 'tools.ts');
  await writeFile(file, (await readFile(file, 'utf8')).replace('One.', 'Mine.'));
  await write('Two.');
  const { code, stderr } = await runHere(['import', '--out', out]);
  expect(code).toBe(1);
  expect(stderr).toMatch(/tools\.ts has conflicts with your edits at line \d+/u);
  expect(stderr).toContain('Resolve the conflicts between <<<<<<< and >>>>>>>, and import again.');
});

it('does not take a folder that cannot be read for an empty one, because its files may have edits', async () => {
  await expect(readFolder(join(folder, 'no-such-folder'))).resolves.toEqual(new Map());
  await expect(readFolder(join(folder, 'openapi.yaml'))).rejects.toThrow(/openapi\.yaml can't be read: ENOTDIR/);
});
