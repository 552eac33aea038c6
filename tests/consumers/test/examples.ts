import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checksItself, exampleNames, importsOfForeignSources, installExamples, needDatabase } from '../src/examples.ts';
import { type Ground, once } from '../src/ground.ts';
import { writeFiles } from '../src/project.ts';
import { outputOf, run } from '../src/run.ts';

interface Start {
  readonly main: string;
  readonly toolId: string;
}

/** Examples that only start: the file that listens, and a tool that adds 10 and 5. */
const starts: Readonly<Record<string, Start>> = {
  quickstart: { main: './src/server.ts', toolId: 'Calculator.Add' },
  'spec-server': { main: './src/main.ts', toolId: 'Calculator.Add' },
};

/** Starts an example on a free port, calls its tool, and prints the answer. */
function callOnce({ main, toolId }: Start): string {
  return `
    let said = '';
    console.log = (line) => { said += line; };
    process.env.PORT = '0';
    await import('${main}');
    const [url] = /http:\\/\\/[^\\s/]+/.exec(said);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ request: { tool_id: '${toolId}', input: { a: 10, b: 5 } } });
    const answer = await fetch(url + '/tools/call', { method: 'POST', headers, body });
    process.stdout.write(await answer.text(), () => process.exit());`;
}

/** Every example, with nothing of the workspace but its own files and the tarballs. */
export function examplesSuite(ground: Ground): void {
  const project = once(async () => {
    const folder = await installExamples(join(ground.folder, 'examples'), await ground.tarballs());
    // What toolkit-consumer imports.
    await outputOf('npm', ['run', 'build'], join(folder, 'toolkit-package'));
    return folder;
  });

  describe('the examples', () => {
    it('import nothing from the src of another package', () => {
      expect(importsOfForeignSources()).toEqual([]);
    });

    it('all verify themselves, or are started here', () => {
      const unchecked = exampleNames.filter((name) => !checksItself(name));
      const sharedByOthers = ['mcp-fixtures', 'model-kit', 'verify-kit'];
      expect(unchecked).toEqual([...Object.keys(starts), ...sharedByOthers, ...needDatabase].sort());
    });

    it('get every toolwire package from its tarball', async () => {
      const installed = readdirSync(join(await project(), 'node_modules/.pnpm'));
      const ours = installed.filter((name) => /^(?:@toolwire\+|toolwire@)/.test(name));
      expect(ours).not.toEqual([]);
      expect(ours.filter((name) => !/@file\+.*\.tgz/.test(name))).toEqual([]);
    });

    it.concurrent.each(exampleNames.filter(checksItself))('%s verifies itself', async (name) => {
      const { code, stdout, stderr } = await run('npm', ['run', 'verify'], join(await project(), name));
      expect(code, stdout + stderr).toBe(0);
      expect(stdout).toContain('ok ');
    });

    it.concurrent.each(Object.entries(starts))('%s starts, and responds to a call', async (name, start) => {
      const folder = join(await project(), name);
      writeFiles(folder, { 'call-once.mjs': callOnce(start) });
      const output = await outputOf('node', ['--import', 'tsx', 'call-once.mjs'], folder);
      expect(JSON.parse(output)).toMatchObject({ result: { success: true, value: 15 } });
    });
  });
}
