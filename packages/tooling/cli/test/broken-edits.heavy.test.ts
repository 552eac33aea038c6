import { mkdir } from 'node:fs/promises';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import process from 'node:process';
import { noTmux, startInTmux, type TmuxTerminal } from '@toolwire/programs/tmux';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { brokenEdits, workingFiles } from './support/broken-edits.ts';
import { type BuiltCli, buildCli } from './support/cli-process.ts';
import { createDevProject, type DevProject } from './support/dev-project.ts';

const columns = 80;
const maxLines = 3;

describe.skipIf(noTmux)(`toolwire dev after a broken edit${noTmux === undefined ? '' : `, skipped: ${noTmux}`}`, () => {
  let cli: BuiltCli;
  let project: DevProject;
  let terminal: TmuxTerminal;
  let taken: Server;
  beforeAll(async () => {
    taken = createServer();
    [cli, project] = await Promise.all([
      buildCli(),
      createDevProject(),
      new Promise<void>((resolve) => taken.listen(0, '127.0.0.1', resolve)),
    ]);
    await mkdir(join(project.folder, 'src'));
    await save({});
    terminal = await startInTmux([process.execPath, join(cli.folder, 'bin.mjs'), 'dev', 'src/server.ts'], {
      columns,
      folder: project.folder,
      environment: { TAKEN_PORT: String((taken.address() as AddressInfo).port) },
    });
    await terminal.until(/o open inspector/);
  });
  afterAll(async () => {
    await terminal.close();
    taken.close();
    await Promise.all([cli.remove(), project.remove()]);
  });

  async function save(files: Readonly<Record<string, string>>): Promise<void> {
    const all = Object.entries({ ...workingFiles, ...files });
    await Promise.all(all.map(([name, text]) => project.write(name, text)));
  }

  it('has at least 20 kinds of broken edits', () => {
    expect(brokenEdits.length).toBeGreaterThanOrEqual(20);
  });

  it.each(brokenEdits)('shows $name in at most three lines of 80 columns, with its place', async ({ files, shows }) => {
    await terminal.clear();
    await save(files);
    const screen = await terminal.until(shows);
    expect(screen.split('\n').length, screen).toBeLessThanOrEqual(maxLines);
  });

  it('restarts after the next edit, and ends with q', async () => {
    await terminal.clear();
    await save({});
    await terminal.until(/ ✓ .* restarted in \d+ ms/);
    await terminal.type('q');
    expect(await terminal.until(/exit: \d/)).toContain('exit: 0');
  });
});
