import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Cli, openCli } from './support/cli-process.ts';

let cli: Cli;
beforeAll(async () => {
  cli = await openCli();
});
afterAll(() => cli.remove());

async function save(name: string, version: string, type: string): Promise<string> {
  const parameters = { type: 'object', properties: { a: { type } }, required: ['a'] };
  const tool = { id: `Calculator.Half@${version}`, version, description: 'Halves.', input_schema: { parameters } };
  const path = join(cli.folder, name);
  await writeFile(path, JSON.stringify({ tools: [tool] }));
  return path;
}

it('ends with 1 if the version does not cover a change, in every format', async () => {
  const [earlier, later] = [await save('a.json', '1.0.0', 'number'), await save('b.json', '1.1.0', 'integer')];
  const [text, markdown, json] = await Promise.all([
    cli.run(['diff', earlier, later]),
    cli.run(['diff', '--markdown', earlier, later]),
    cli.run(['diff', '--json', earlier, later]),
  ]);
  expect([text.code, markdown.code, json.code]).toEqual([1, 1, 1]);
  expect(text.stdout).toContain('Calculator.Half 1.0.0 → 1.1.0: needs a major version bump\n');
  expect(text.stdout).toMatch(/^ {2}major {2}/m);
  expect(markdown.stdout).toMatch(/^\| tool \| from \| to \|/);
  expect(markdown.stdout).toContain('| major | **no** |');
  expect(JSON.parse(json.stdout)).toMatchObject({
    bump: 'major',
    isCovered: false,
    tools: [{ id: 'Calculator.Half', state: 'changed', from: '1.0.0', to: '1.1.0' }],
  });
});

it('ends with 0 if the version covers it', async () => {
  const [earlier, later] = [await save('c.json', '1.0.0', 'number'), await save('d.json', '2.0.0', 'integer')];
  const { code, stdout } = await cli.run(['diff', earlier, later]);
  expect(code).toBe(0);
  expect(stdout).toContain('The versions cover all changes. Largest change: major.');
});
