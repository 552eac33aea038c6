import { pathToFileURL } from 'node:url';
import { bundleProgram } from '@toolwire/programs';
import { beforeAll, describe, expect, it } from 'vitest';
import { createCaller, silentLogger, toolwire } from '../src/index.ts';

type Tools = typeof import('./isolated-tools.ts');
let tools: Tools;

beforeAll(async () => {
  tools = (await import(pathToFileURL(bundleProgram(new URL('isolated-tools.ts', import.meta.url))).href)) as Tools;
});

describe('an isolated tool', () => {
  it('FAULT-16: is terminated at its deadline during an endless loop, while other calls continue', async () => {
    const { spin, echo } = tools;
    const call = createCaller(toolwire({ tools: [spin, echo], logger: silentLogger }));
    const [spun, echoed] = await Promise.all([call('Work.Spin', {}), call('Work.Echo', { text: 'here' })]);
    expect(spun).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(echoed).toMatchObject({ kind: 'value', value: 'here' });
  });

  it('fails with its ToolError', async () => {
    const call = createCaller(toolwire({ tools: [tools.fail], logger: silentLogger }));
    expect(await call('Work.Fail', {})).toMatchObject({
      kind: 'failed',
      failure: { message: 'The disk is full.', canRetry: true, retryAfterMs: 7 },
    });
  });
});
