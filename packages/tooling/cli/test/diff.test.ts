import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defineTool, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
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

describe('titles and annotations', () => {
  const parameters = { type: 'object' };
  const saveTool = async (name: string, details: object): Promise<string> => {
    const tool = {
      id: 'Calculator.Half@1.0.0',
      version: '1.0.0',
      description: 'Halves.',
      input_schema: { parameters },
    };
    const path = join(cli.folder, name);
    await writeFile(path, JSON.stringify({ tools: [{ ...tool, ...details }] }));
    return path;
  };

  it('are compared in saved listings', async () => {
    const earlier = await saveTool('e.json', { title: 'Half', annotations: { readOnly: true } });
    const later = await saveTool('f.json', { title: 'Halve', annotations: { readOnly: false } });
    const { code, stdout } = await cli.run(['diff', earlier, later]);
    expect(code).toBe(1);
    expect(stdout).toContain('The title changed.');
    expect(stdout).toContain('The annotations changed.');
  });

  it('are compared between servers, and between a server and its saved listing', async () => {
    const half = (title: string, readOnly: boolean) =>
      defineTool({
        id: 'A.Half',
        version: '1.0.0',
        title,
        description: 'Halves.',
        annotations: { readOnly },
        run: () => 1,
      });
    const serve = async (title: string, readOnly: boolean) => {
      const server = toolwire({ tools: [half(title, readOnly)], logger: silentLogger });
      const listening = await server.listen(0, { closeOnSignals: false });
      onTestFinished(() => listening.close());
      return listening.url;
    };
    const [earlier, later] = [await serve('Half', true), await serve('Halve', false)];
    const { stdout } = await cli.run(['diff', earlier, later]);
    expect(stdout).toContain('The title changed.');
    expect(stdout).toContain('The annotations changed.');
    const saved = join(cli.folder, 'saved.json');
    await writeFile(saved, (await cli.run(['list', '--json', earlier])).stdout);
    expect(await cli.run(['diff', saved, earlier])).toMatchObject({ code: 0 });
    const changed = await cli.run(['diff', saved, later]);
    expect(changed.stdout).toContain('The title changed.');
  });

  it('are not compared with a listing of Open Tool Calling, which has none', async () => {
    const [earlier, later] = [await saveTool('g.json', {}), await saveTool('h.json', { title: 'Half' })];
    expect(await cli.run(['diff', earlier, later])).toMatchObject({ code: 0 });
  });
});
