import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { create, folderWith, fromSource, program, runScript } from './create.ts';

const modules = fileURLToPath(new URL('../node_modules', import.meta.url));

describe('the output of npm create toolwire', () => {
  // The other language has the same output without its types. `npm test -- --all` checks that it runs too.
  it.each(
    (
      [
        ['TypeScript', [], 'ts'],
        ['JavaScript', ['--js'], 'js'],
      ] as const
    ).slice(0, process.env['TEST_SCOPE'] === 'all' ? 2 : 1),
  )(
    'is a project in %s whose own test passes, and a test of the user next to it',
    async (_language, flags, extension) => {
      const above = folderWith({});
      const made = await create(above, 'my-tools', '--yes', '--no-install', ...flags);
      expect(made).toMatchObject({ code: 0, stderr: '' });
      expect(made.stdout).toContain(
        'Next:\n\n  1. cd my-tools\n  2. npm install\n  3. npm run dev\n  4. npx toolwire call ',
      );
      const folder = join(above, 'my-tools');
      symlinkSync(modules, join(folder, 'node_modules'));
      writeFileSync(
        join(folder, `test/own.test.${extension}`),
        "import { test } from 'node:test';\ntest('my own', () => {});\n",
      );
      const { scripts } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
        scripts: { test: string };
      };
      const tested = await runScript(folder, scripts.test);
      expect(tested.stdout).toMatch(/[#ℹ] pass 3\n[#ℹ] fail 0/);
      expect(tested.code).toBe(0);
    },
  );

  it('asks in a terminal, and creates the confirmed files', async () => {
    const folder = folderWith({});
    // A separate terminal, in which every question gets the suggested answer. It has no width until it is set.
    const command = [process.execPath, ...fromSource, program, '--no-install'].map((word) => `'${word}'`).join(' ');
    const terminal = spawn('script', ['-qefc', `stty cols 100; ${command}`, '/dev/null'], { cwd: folder });
    let shown = '';
    terminal.stdout.on('data', (chunk: Buffer) => {
      shown += chunk.toString();
    });
    for (const question of ['Name of the project', 'Language', 'Write this?']) {
      await vi.waitFor(() => expect(shown).toContain(question));
      terminal.stdin.write('\r');
    }
    const [code] = (await once(terminal, 'close')) as [number];
    expect(code).toBe(0);
    expect(existsSync(join(folder, 'my-tools/src/server.ts'))).toBe(true);
  });
});
