import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { waitUntil } from '@toolwire/internal';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createKeyHandler } from '../src/dev/dev-keys.ts';
import { copyText } from '../src/terminal/desktop.ts';

afterEach(() => void vi.unstubAllEnvs());

/** A folder with an xclip that runs a shell script, or without xclip, as the only programs. */
async function usePrograms(xclip: string | undefined): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'toolwire-clipboard-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  if (xclip !== undefined) {
    await writeFile(join(folder, 'xclip'), `#!/bin/sh\n${xclip}\n`);
    await chmod(join(folder, 'xclip'), 0o755);
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

  it.each([
    ['fails', 'exit 1'],
    ['is ended by a signal', 'kill -9 $$'],
    ['is not installed', undefined],
  ])('with the terminal, once, if the program %s', async (_, xclip) => {
    await usePrograms(xclip);
    expect(await copy('tools')).toEqual([osc52]);
  });
});
