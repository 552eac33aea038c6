// Answers with ten megabytes: as a value, which is one JSON text, and as a file that is made piece by piece.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { createFolderArtifacts } from '@toolwire/artifacts/folder';
import { freePort } from '@toolwire/programs/free-port';
import Fastify from 'fastify';
import { artifact, defineTool, silentLogger, toolwire } from 'toolwire';
import { announce } from '../announce.ts';

const pieces = 160;
const piece = Buffer.from(`${'x'.repeat(62_499)}\n`);
function* generate(): Generator<Uint8Array> {
  for (let index = 0; index < pieces; index++) yield Buffer.from(piece);
}
/** Ten megabytes of JSON, made anew each time as a tool would make it. */
function rows(): readonly object[] {
  return Array.from({ length: 100_000 }, (_, index) => ({ id: index, text: `${'x'.repeat(70)}${index}` }));
}

if (process.argv[2] === 'fastify') await serveFastify();
else await serveToolwire();

async function serveToolwire(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-bench-'));
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const files = createFolderArtifacts({ folder, url: `http://127.0.0.1:${port}` });
  const about = { version: '1.0.0', description: 'Reports all rows.' };
  const { server } = await toolwire({
    tools: [
      defineTool({ id: 'Report.Value', ...about, run: () => rows() }),
      defineTool({
        id: 'Report.File',
        ...about,
        run: () => artifact({ contentType: 'text/plain', description: 'All rows', name: 'rows.txt', body: generate() }),
      }),
    ],
    artifacts: { store: files },
    wires: [files.wire],
    logger: silentLogger,
  }).listen(port);
  announce(server.address());
}

async function serveFastify(): Promise<void> {
  const app = Fastify();
  app.post('/tools/call', async () => ({ result: { success: true, value: rows() } }));
  app.get('/file', async (_, reply) => reply.type('text/plain').send(Readable.from(generate())));
  await app.listen({ port: 0, host: '127.0.0.1' });
  announce(app.server.address());
}
