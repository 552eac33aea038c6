import { hosts } from '@toolwire/test-hosts';
import { describe, expect, it } from 'vitest';
import type { Ground } from '../src/ground.ts';
import { asCommonJs, asModule, type Program, withoutRequireOfModules } from '../src/program.ts';
import { writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

const calls: Program = {
  imports: {
    ...mergeImports(hosts.map(({ packed }) => packed.imports)),
    'node:http': '{ createServer }',
  },
  body: `
    const defaultOf = (one) => one.default ?? one;
    const whoami = defineTool({ id: 'Host.Name', version: '1.0.0', description: 'Answers.', run: () => 'served' });
    const server = createToolServer({ tools: [whoami], wires: [otc()] });
    const init = {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ request: { tool_id: 'Host.Name' } }),
    };
    const overHttp = async (listener) => {
      const host = createServer(listener);
      await new Promise((listening) => host.listen(0, '127.0.0.1', listening));
      const answer = await fetch('http://127.0.0.1:' + host.address().port + '/tools/call', init);
      const { result } = await answer.json();
      host.closeAllConnections();
      host.close();
      return result.value;
    };
    const overFetch = async (handler) => {
      const answer = await handler(new Request('http://tools.test/tools/call', init));
      return (await answer.json()).result.value;
    };
    console.log(JSON.stringify({
      ${hosts.map(({ name, packed }) => `${JSON.stringify(name)}: await ${packed.answer},`).join('\n      ')}
    }));`,
};

/** Merges imports that name the same module. */
function mergeImports(imports: readonly Readonly<Record<string, string>>[]): Readonly<Record<string, string>> {
  const names = new Set(['createToolServer', 'defineTool', 'otc']);
  const merged: Record<string, string> = {};
  for (const [module, imported] of imports.flatMap((one) => Object.entries(one))) {
    if (module !== 'toolwire') merged[module] = imported;
    else for (const name of imported.match(/\w+/g) ?? []) names.add(name);
  }
  return { ...merged, toolwire: `{ ${[...names].join(', ')} }` };
}

/** The adapters, each in its host. */
export function hostsSuite(ground: Ground): void {
  describe('the adapters', () => {
    const everywhere = Object.fromEntries(hosts.map(({ name }) => [name, 'served']));

    it('serve calls in every framework from a CommonJS project', async () => {
      const folder = await ground.shared();
      writeFiles(folder, { 'hosts/main.cjs': asCommonJs(calls) });
      const output = await outputOf('node', [withoutRequireOfModules, 'hosts/main.cjs'], folder);
      expect(JSON.parse(output)).toEqual(everywhere);
    });

    it('serve calls in every framework from an ES module project', async () => {
      const folder = await ground.shared();
      writeFiles(folder, { 'hosts/main.mjs': asModule(calls) });
      const output = await outputOf('node', ['hosts/main.mjs'], folder);
      expect(JSON.parse(output)).toEqual(everywhere);
    });
  });
}
