import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mcpClients } from '../src/clients/client-table.ts';
import type { Scope } from '../src/clients/mcp-client.ts';
import { findServerProblem } from '../src/doctor/server-problem.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'toolwire-server-problem-'));
  writeFileSync(join(folder, 'server.mjs'), '');
});
afterAll(() => rmSync(folder, { recursive: true }));

const codex = mcpClients.find(({ name }) => name === 'codex');

async function reasonOf(entry: object, scope: Scope, projectFolder = tmpdir()): Promise<string | undefined> {
  if (codex === undefined) throw new Error('There is no Codex.');
  const paths = { platform: process.platform, home: '/home/ada', folder: projectFolder, environment: process.env };
  return (await findServerProblem(codex, 'tools', entry, { scope, paths }))?.reason;
}

describe('the relative paths of a configured server', () => {
  const server = { command: 'node', args: ['server.mjs'] };

  it.each(['user', 'project'] as const)('depend on the entry’s folder in %s scope', async (scope) => {
    expect(await reasonOf({ ...server, cwd: folder }, scope)).toBeUndefined();
    expect(await reasonOf({ command: './server.mjs', cwd: folder }, scope)).toBeUndefined();
    expect(await reasonOf({ command: 'node', args: ['gone.mjs'], cwd: folder }, scope)).toBe(
      'has the path gone.mjs, which does not exist',
    );
  });

  it('are unknown if the client replaces a variable in the folder', async () => {
    expect(await reasonOf({ ...server, cwd: '${workspaceFolder}' }, 'user')).toBeUndefined();
    expect(await reasonOf({ command: '/gone', cwd: '${workspaceFolder}' }, 'user')).toMatch('does not exist');
  });

  it('depend on a relative folder of the project', async () => {
    expect(await reasonOf({ ...server, cwd: '.' }, 'project', folder)).toBeUndefined();
    expect(await reasonOf({ ...server, cwd: './lib' }, 'project', folder)).toMatch('has the path ./lib, which');
    expect(await reasonOf({ ...server, cwd: './lib' }, 'user')).toMatch('has the relative path ./lib');
  });

  it('depend on the folder of the project, or of the client, without a folder', async () => {
    expect(await reasonOf(server, 'project', folder)).toBeUndefined();
    expect(await reasonOf(server, 'user')).toMatch('has the relative path server.mjs');
  });
});
