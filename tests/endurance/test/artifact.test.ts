import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { get } from 'node:http';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createKeepAliveClient } from '../src/keep-alive-client.ts';
import { callBytes, resultOf } from '../src/requests.ts';
import { type ServerProcess, startServer } from '../src/server-process.ts';
import { inMegabytes, inMs, printFigures } from '../src/statistics.ts';
import { waitUntil } from '../src/wait-until.ts';

const mebibyte = 2 ** 20;
const folder = mkdtempSync(join(tmpdir(), 'toolwire-artifact-'));
let server: ServerProcess;

beforeAll(async () => {
  server = await startServer('artifact-server', { FOLDER: folder, FILES_PORT: String(await freePort()) });
});
afterAll(async () => {
  await server.kill();
  rmSync(folder, { recursive: true, force: true });
});

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address() as { port: number };
      probe.close(() => resolve(port));
    });
  });
}

/** Fetches an address to its end, and counts its bytes. */
function countBytes(address: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(address, (response) => {
      let bytes = 0;
      response.on('data', (piece: Buffer) => {
        bytes += piece.length;
      });
      response.on('end', () => resolve(bytes)).on('error', reject);
    }).on('error', reject);
  });
}

describe('an artifact of a gigabyte', () => {
  test('is generated, stored and fetched with at most 64 MB more memory than before', async () => {
    const client = createKeepAliveClient(server.port);
    const make = async (megabytes: number): Promise<string> => {
      // As long as the tool may take.
      const made = await client.exchange(callBytes('File.Make', { megabytes }), { timeoutMs: 60_000 });
      const { value } = resultOf(made);
      const { artifact } = value as { artifact: { url: string; size: number } };
      expect(artifact.size).toBe(megabytes * mebibyte);
      return artifact.url;
    };
    // Warm first, so that what is counted is the file and not the first use of the code behind it.
    expect(await countBytes(await make(8))).toBe(8 * mebibyte);
    const before = await server.vitals();

    const started = performance.now();
    const address = await make(1024);
    const kept = performance.now();
    const whileKept = await server.vitals();
    expect(await countBytes(address)).toBe(1024 * mebibyte);
    const fetched = performance.now();
    const after = await server.vitals();
    client.hangUp();

    printFigures('An artifact of 1 GB', {
      'memory before': inMegabytes(before.rss),
      'most while it was kept': inMegabytes(whileKept.peakRss),
      'most while it was fetched': inMegabytes(after.peakRss),
      'to keep it': inMs(kept - started),
      'to fetch it': inMs(fetched - kept),
    });
    expect(after.peakRss - before.rss).toBeLessThanOrEqual(64 * mebibyte);
  });

  test('leaves no partial file behind when its caller leaves', async () => {
    const partial = (): string[] => readdirSync(folder).filter((name) => name.endsWith('.partial'));
    const caller = connect(server.port, '127.0.0.1');
    caller.write(callBytes('File.Make', { megabytes: 64, stallsAtMegabyte: 16 }));
    expect(await waitUntil(() => partial().length === 1, 10_000)).toBe(true);
    caller.destroy();
    expect(await waitUntil(() => partial().length === 0, 10_000)).toBe(true);
    expect(server.complaints).toEqual([]);
  });
});
