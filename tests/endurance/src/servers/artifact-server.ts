// Serves a tool that generates files of any length, and never holds more than one piece of them.
import { setTimeout as wait } from 'node:timers/promises';
import { createFolderArtifacts } from '@toolwire/artifacts/folder';
import { artifact, defineTool, toolwire } from 'toolwire';

const mebibyte = 2 ** 20;
const pieceBytes = 64 * 1024;

async function* generate(megabytes: number, stallsAtMegabyte: number): AsyncGenerator<Uint8Array> {
  for (let sent = 0; sent < megabytes * mebibyte; sent += pieceBytes) {
    if (sent === stallsAtMegabyte * mebibyte) await wait(60_000, undefined, { ref: false });
    yield new Uint8Array(pieceBytes).fill(97);
  }
}

const make = defineTool({
  id: 'File.Make',
  version: '1.0.0',
  description: 'Makes a file.',
  input: {
    type: 'object',
    properties: {
      megabytes: { type: 'integer', minimum: 1, description: 'How long it is.' },
      stallsAtMegabyte: { type: 'integer', minimum: 0, description: 'Where the source goes quiet.' },
    },
    required: ['megabytes'],
  },
  timeoutMs: 60_000,
  run: ({ megabytes, stallsAtMegabyte = -1 }) =>
    artifact({
      contentType: 'text/plain',
      description: 'Many letters',
      body: generate(megabytes, stallsAtMegabyte),
    }),
});

const port = Number(process.env['FILES_PORT']);
const files = createFolderArtifacts({ folder: process.env['FOLDER'] ?? '', url: `http://127.0.0.1:${port}` });
const { url } = await toolwire({ tools: [make], artifacts: { store: files }, wires: [files.wire] }).listen(port);
process.stdout.write(`Listening on ${url}\n`);
