import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it, vi } from 'vitest';
import { create, folderWith, fromSource, program, runNode } from './create.ts';

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
  )('is a project in %s whose own test passes', async (_language, flags, extension) => {
    const above = folderWith({});
    const made = await create(above, 'my-tools', '--yes', '--no-install', ...flags);
    expect(made).toMatchObject({ code: 0, stderr: '' });
    expect(made.stdout).toContain('Next:\n  cd my-tools\n  npm install\n  npm run dev\n  curl -s ');
    const folder = join(above, 'my-tools');
    symlinkSync(modules, join(folder, 'node_modules'));
    const tested = await runNode(folder, ['--test', `test/add.test.${extension}`]);
    expect(tested.stdout).toMatch(/[#ℹ] pass 2\n[#ℹ] fail 0/);
    expect(tested.code).toBe(0);
  });

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
