import { Buffer } from 'node:buffer';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noPostgresServer } from '@toolwire/programs/postgres';
import { noRedisServer } from '@toolwire/programs/redis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBackend } from '../src/backends.ts';
import { canaries, canariesIn } from '../src/canaries.ts';
import { type DatabaseUnderTest, startDatabase } from '../src/database-under-test.ts';
import { type DumpedKind, dumpOf } from '../src/dump.ts';
import { type DurableServer, startDurableServer } from '../src/durable-server.ts';
import { libsqlIfNeeded } from '../src/run-history.ts';
import { spills } from '../src/spilling-tools.ts';
import { startTelemetry, type Telemetry } from '../src/telemetry.ts';

const kinds: readonly (readonly [DumpedKind, string | undefined])[] = [
  ['sqlite', undefined],
  ['bullmq-redis', noRedisServer],
  ['bullmq-postgres', noPostgresServer],
];
const brought = {
  authorization: [{ id: 'brought', token: canaries.broughtToken }],
  secrets: [{ id: 'BROUGHT', value: canaries.broughtSecret }],
};
const clientCapabilities = { elicitation: { form: {}, url: {} }, extensions: { 'io.modelcontextprotocol/tasks': {} } };

describe.each(kinds)('tokens, secrets and passwords of stored calls, on %s', (kind, reason) => {
  const skipped = reason === undefined ? '' : `, skipped: ${reason}`;
  const folder = mkdtempSync(join(tmpdir(), 'toolwire-secrets-'));
  let telemetry: Telemetry;
  let database: DatabaseUnderTest;
  let server: DurableServer;
  let openGate: (() => void) | undefined;
  let gate: Promise<void>;
  beforeAll(async () => {
    if (reason !== undefined) return;
    gate = new Promise((resolve) => {
      openGate = resolve;
    });
    telemetry = startTelemetry();
    database = await startDatabase(kind, folder, []);
    const settings = { kind, url: database.url, leaseMs: 60_000, maxRunning: 100, libsql: libsqlIfNeeded(kind) };
    server = await startDurableServer(
      (report) => openBackend(settings, report),
      () => gate,
    );
  });
  afterAll(async () => {
    openGate?.();
    await server?.close();
    await database?.remove();
    await telemetry?.stop();
    rmSync(folder, { recursive: true, force: true });
  });

  const post = async (path: string, body: object, headers: Readonly<Record<string, string>> = {}): Promise<string> => {
    const response = await fetch(server.url + path, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${canaries.credential}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    });
    return `${JSON.stringify([...response.headers])}${await response.text()}`;
  };
  const otc = (name: string, input: object, callId: string, context?: object): Promise<string> =>
    post('/tools/call', { request: { tool_id: `Spill.${name}`, call_id: callId, input, ...(context && { context }) } });
  const mcp = (method: string, params: Readonly<Record<string, unknown>>): Promise<string> => {
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': clientCapabilities,
    };
    return post(
      '/mcp',
      { jsonrpc: '2.0', id: 1, method, params: { ...params, _meta } },
      {
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': method,
        'mcp-name': String(params['name'] ?? params['taskId']),
      },
    );
  };

  /** Dumps the database, the log and the telemetry, and finds the canaries in them. */
  const searchAll = async (): Promise<{ readonly found: readonly string[]; readonly all: Buffer }> => {
    const reported = [server.lines.join(''), telemetry.spans(), await telemetry.metrics()].map(
      (text, index) => [['log lines', 'spans', 'metrics'][index] ?? '', Buffer.from(text)] as const,
    );
    const dump = [...(await dumpOf(kind, database.url)), ...reported];
    const found = dump.flatMap(([name, bytes]) => canariesIn(bytes).map((canary) => `${canary} in ${name}`));
    return { found, all: Buffer.concat(dump.map(([, bytes]) => bytes)) };
  };

  it.skipIf(reason !== undefined)(
    `TASK-01, TASK-21, TASK-27: are in no row, key, log or span while the calls wait and run, nor after they have ended${skipped}`,
    async () => {
      const calls = spills.flatMap((spill) => [
        { name: 'Own', kind: spill, id: `own-${spill}`, context: undefined },
        { name: 'Brought', kind: spill, id: `brought-${spill}`, context: brought },
      ]);
      const send = (call: (typeof calls)[number]): Promise<string> =>
        otc(call.name, { kind: call.kind, mark: `mark-of-${call.id}` }, call.id, call.context);
      const first = await Promise.all(calls.map(send));
      for (const answer of first) expect(answer).toContain('call-running');
      const begun = await Promise.all(
        spills.map((spill) =>
          mcp('tools/call', { name: 'Spill_Own', arguments: { kind: spill, mark: `task-${spill}` } }),
        ),
      );
      const taskIds = begun.map((answer) => /"taskId":"([^"]+)"/.exec(answer)?.[1] ?? answer);
      await otc('Login', { password: canaries.password }, 'login');
      // Each tool has logged its secrets and saved its state.
      const saved = (): number => server.lines.join('').split('It was saved').length - 1;
      await expect.poll(saved).toBeGreaterThanOrEqual(calls.length + taskIds.length);
      const running = await searchAll();
      expect(running.found).toStrictEqual([]);
      for (const { id } of calls) expect(running.all.includes(`mark-of-${id}`), id).toBe(true);

      openGate?.();
      const seen: string[] = [];
      for (const call of calls) {
        await expect.poll(async () => seen[seen.push(await send(call)) - 1]).not.toContain('call-running');
      }
      for (const taskId of taskIds) {
        await expect
          .poll(async () => seen[seen.push(await mcp('tasks/get', { taskId })) - 1])
          .not.toContain('"status":"working"');
      }
      const ended = await searchAll();
      expect(ended.found).toStrictEqual([]);
      expect(canariesIn(Buffer.from(seen.join('\n')))).toStrictEqual([]);
      expect(ended.all.includes('[masked]')).toBe(true);
    },
  );

  it.skipIf(reason !== undefined)(`are found in a control test that stores a secret as input${skipped}`, async () => {
    const names = Object.keys(canaries);
    await otc('Own', { kind: 'error', mark: JSON.stringify(canaries) }, 'careless');
    await expect.poll(async () => (await searchAll()).found.length).toBeGreaterThan(0);
    const { found } = await searchAll();
    const inDatabase = new Set(found.filter((one) => !one.endsWith('log lines')).map((one) => one.split(' ')[0]));
    expect(inDatabase).toStrictEqual(new Set(names));
  });
});
