import { type Call, defineTool, type Stage } from '@toolwire/core';
import type { HostRequest } from '@toolwire/core/wire';
import { describe, expect, test } from 'vitest';
import { createCaller, type ToolwireOptions, toolwire } from '../src/index.ts';
import { hostRequest, recordingLogger, send } from './support.ts';

function serverWith(options: Partial<ToolwireOptions> = {}) {
  let runs = 0;
  const count = defineTool({ id: 'Runs.Count', version: '1.0.0', description: 'Counts.', run: () => (runs += 1) });
  const { records, logger } = recordingLogger();
  const server = toolwire({ tools: [count], logger, ...options });
  const runFor = async (caller?: HostRequest['caller']): Promise<unknown> => {
    const request = hostRequest('POST', '/tools/call', { request: { tool_id: 'Runs.Count', call_id: 'call_1' } });
    return ((await send(server, { ...request, caller })).json['result'] as { value: unknown }).value;
  };
  const warnings = () => records.filter(({ level }) => level === 'warn');
  return { server, runFor, warnings };
}

describe('the ID of a call', () => {
  test('is used only for a caller with a name', async () => {
    const { runFor, warnings } = serverWith();
    const ada = { principal: { id: 'ada' }, unnamed: 'by_credentials' } as const;
    const bob = { principal: { id: 'bob' }, unnamed: 'by_credentials' } as const;
    expect([await runFor(ada), await runFor(bob), await runFor(ada), await runFor(bob)]).toEqual([1, 2, 1, 2]);
    expect(warnings()).toEqual([]);
  });

  test("is used for anonymous callers on the server's own port", async () => {
    const { runFor, warnings } = serverWith();
    expect([await runFor({ unnamed: 'one' }), await runFor({ unnamed: 'one' })]).toEqual([1, 1]);
    expect(warnings()).toEqual([]);
  });

  test.each<[string, HostRequest['caller']]>([
    ['an app has no principal', { unnamed: 'by_credentials' }],
    ['an app hands values along and does not say whose', { unnamed: 'unknown' }],
    ['a host says nothing', undefined],
  ])('is ignored if %s, and the log shows once what to pass', async (_where, caller) => {
    const { runFor, warnings } = serverWith();
    expect([await runFor(caller), await runFor(caller), await runFor(caller)]).toEqual([1, 2, 3]);
    expect(warnings()).toMatchObject([
      { message: expect.stringContaining('principal: (request) => ({ id: … })') as unknown },
    ]);
  });

  test('causes no warning without middleware that uses it', async () => {
    const { runFor, warnings } = serverWith({ idempotency: false });
    expect([await runFor(), await runFor()]).toEqual([1, 2]);
    expect(warnings()).toEqual([]);
  });

  test('is ignored by custom middleware too, if the caller is unknown', async () => {
    const seen: (string | undefined)[] = [];
    const look: Stage<Call> = ({ callerCallId }, next) => {
      seen.push(callerCallId);
      return next();
    };
    const { runFor } = serverWith({ idempotency: false, around: [look] });
    await runFor();
    await runFor({ unnamed: 'one' });
    expect(seen).toEqual([undefined, 'call_1']);
  });

  test("is the program's own in a call without a protocol", async () => {
    const { server } = serverWith();
    const call = createCaller(server, { callId: 'call_1' });
    expect([await call('Runs.Count'), await call('Runs.Count')]).toMatchObject([{ value: 1 }, { value: 1 }]);
  });
});
