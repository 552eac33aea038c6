import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createMemoryArtifacts } from '@toolwire/artifacts';
import { createNodeListener, defineTool, silentLogger, toolwire } from 'toolwire';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { createUploadFile } from '../src/commands/upload-file.ts';
import type { CliTool } from '../src/target/target.ts';
import { runHere } from './support/run-here.ts';

const containing = (text: string): unknown => expect.stringContaining(text);

const countRows = defineTool({
  id: 'Table.CountRows',
  version: '1.0.0',
  description: 'Counts the rows of a table.',
  input: z.object({ file: z.string().describe('The table.') }),
  output: z.number(),
  uploads: { file: { contentTypes: ['text/csv'] } },
  run: async ({ file }, { upload }) => (await upload(file).text()).trim().split('\n').length,
});

const countFiles = defineTool({
  id: 'Table.CountFiles',
  version: '1.0.0',
  description: 'Counts tables.',
  input: z.object({ files: z.array(z.string()) }),
  output: z.number(),
  uploads: { files: {} },
  run: ({ files }, { upload }) => files.map((file) => upload(file).name).length,
});

const folder = mkdtempSync(join(tmpdir(), 'toolwire-cli-upload-'));
const path = (name: string, text: string): string => {
  writeFileSync(join(folder, name), text);
  return join(folder, name);
};
const server = createServer();
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = createMemoryArtifacts({ url, uploads: { maxBytes: 1000 } });
  const tools = toolwire({
    tools: [countRows, countFiles],
    artifacts: { store },
    wires: [store.wire],
    logger: silentLogger,
  });
  server.on('request', createNodeListener(tools));
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

const run = (file: string, wire = 'otc', toolId = 'Table.CountRows') =>
  runHere(['call', url, toolId, file, '--wire', wire]);

describe('toolwire call, with a file for a parameter in `uploads`', () => {
  it.each(['otc', 'mcp', 'arcade'])('uploads the file over %s, and reports it', async (wire) => {
    expect(await run(`file=@${path('rows.csv', 'a\nb\n')}`, wire)).toEqual({
      code: 0,
      stdout: '2\n',
      stderr: 'Uploading rows.csv (4 bytes, text/csv)\n',
    });
  });

  it('shows the request with the file too, with --raw', async () => {
    const args = ['call', url, 'Table.CountRows', `file=@${path('rows.csv', 'a\nb\n')}`, '--raw'];
    expect((await runHere(args)).stderr).toMatch(/^> PUT http/m);
  });

  it.each(['otc', 'mcp', 'arcade'])('passes one file as a list over %s, if the parameter is a list', async (wire) => {
    expect(await run(`files=@${path('rows.csv', 'a\nb\n')}`, wire, 'Table.CountFiles')).toMatchObject({
      code: 0,
      stdout: '1\n',
    });
  });

  it('reports a server whose URL for the file is not a full URL', async () => {
    const tool: CliTool = {
      toolId: 'Files.CreateUpload@1.0.0',
      id: 'Files.CreateUpload',
      version: '1.0.0',
      name: '',
      description: '',
      inputSchema: {},
      outputSchema: {},
    };
    const value = { file: 'upload-1', url: '/uploads/1' };
    const upload = createUploadFile(
      { tools: [tool], call: () => Promise.resolve({ kind: 'value', value, callId: '1', attempts: 1 }) },
      { attempts: 1, context: {} },
      { note: () => undefined, signal: new AbortController().signal, fetch },
    );
    await expect(upload(path('rows.csv', 'a\n'))).rejects.toThrow('Files.CreateUpload returned no URL.');
  });

  it('reports a file that is too large, has another type, or does not exist', async () => {
    const large = await run(`file=@${path('large.csv', 'x'.repeat(1001))}`);
    expect(large).toMatchObject({ code: 1, stderr: containing('A file must have at most 1000 bytes.') });
    const other = await run(`file=@${path('a.txt', 'x')}`);
    expect(other).toMatchObject({ code: 1, stderr: containing('must be text/csv, not text/plain') });
    const none = await run(`file=@${join(folder, 'none.csv')}`);
    expect(none).toMatchObject({ code: 2, stderr: containing("none.csv can't be read") });
  });
});
