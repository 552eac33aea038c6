import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { waitUntil } from '@toolwire/internal';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKeyHandler } from '../src/dev/dev-keys.ts';
import { copyText } from '../src/terminal/desktop.ts';

afterEach(() => void vi.unstubAllEnvs());

/** A folder with a program that runs a shell script, or without it, as the only program. */
async function usePrograms(script: string | undefined, name = 'xclip'): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-clipboard-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (script !== undefined) {
    await writeFile(join(folder, name), `#!/bin/sh\n${script}\n`);
    await chmod(join(folder, name), 0o755);
  }
  vi.stubEnv('PATH', folder);
  return folder;
}

/** Copies, and returns what it writes to the terminal. */
async function copy(text: string): Promise<readonly string[]> {
  const written: string[] = [];
  await copyText(text, { write: (sequence) => void written.push(sequence), environment: { DISPLAY: ':99' } });
  return written;
}

/** Runs the rest of a test as on another system. */
function usePlatform(value: NodeJS.Platform): void {
  const { platform } = process;
  Object.defineProperty(process, 'platform', { value });
  onTestFinished(() => void Object.defineProperty(process, 'platform', { value: platform }));
}

const osc52 = '\u001b]52;c;dG9vbHM=\u0007';

describe.runIf(process.platform === 'linux')('copies text', () => {
  it('with the program for the display', async () => {
    const folder = await usePrograms(`read text; echo "$text" > "\${0%/*}/copied"`);
    expect(await copy('tools\n')).toEqual([]);
    expect(await readFile(join(folder, 'copied'), 'utf8')).toBe('tools\n');
  });

  it('in toolwire dev, and reports it once the copy has ended', async () => {
    const folder = await usePrograms(`while [ -e "$0" ] && [ ! -e "\${0%/*}/go" ]; do :; done`);
    const written: string[] = [];
    const actions = {
      state: { ports: [], mcpUrl: 'http://127.0.0.1:3000/mcp' },
      serverName: 'tools',
      restart: () => undefined,
      leave: () => undefined,
    };
    createKeyHandler(actions, {
      write: (text) => void written.push(text),
      note: () => undefined,
      columns: undefined,
      hasColor: false,
      environment: { DISPLAY: ':99' },
      signal: new AbortController().signal,
    })('c');
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(written).toEqual([]);
    await writeFile(join(folder, 'go'), '');
    await waitUntil(() => written.length > 0, 'copied', 5);
    expect(written).toEqual(['✓ Copied: claude mcp add -t http tools http://127.0.0.1:3000/mcp\n']);
  });

  it('on Windows in ASCII, because programs there read their input in the code page of the console', async () => {
    usePlatform('win32');
    const folder = await usePrograms(
      `echo "$*" > "\${0%/*}/arguments"; read text; echo "$text" > "\${0%/*}/copied"`,
      'powershell',
    );
    expect(await copy('grüße 你好 🎉')).toEqual([]);
    const copied = await readFile(join(folder, 'copied'), 'latin1');
    expect(Buffer.from(copied, 'base64').toString()).toBe('grüße 你好 🎉');
    expect(await readFile(join(folder, 'arguments'), 'utf8')).toMatch(/Set-Clipboard.*UTF8.*FromBase64String/);
  });

  it('on macOS in UTF-8, whatever the locale of the terminal', async () => {
    usePlatform('darwin');
    vi.stubEnv('LC_ALL', 'C');
    const folder = await usePrograms(`read text; echo "$LC_ALL $text" > "\${0%/*}/copied"`, 'pbcopy');
    expect(await copy('grüße\n')).toEqual([]);
    expect(await readFile(join(folder, 'copied'), 'utf8')).toBe('en_US.UTF-8 grüße\n');
  });

  it.each([
    ['fails', 'exit 1'],
    ['is ended by a signal', 'kill -9 $$'],
    ['is not installed', undefined],
  ])('with the terminal, once, if the program %s', async (_, xclip) => {
    await usePrograms(xclip);
    expect(await copy('tools')).toEqual([osc52]);
  });
});
