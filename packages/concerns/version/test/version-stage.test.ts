import { type Call, noContextValues, type Outcome, pipeline, type Stage, type Tool } from '@toolwire/core';
import { describe, expect, it } from 'vitest';
import { createVersionResolver } from '../src/index.ts';
import { resolve } from '../src/version-stage.ts';

function tool(version: string): Tool {
  const unchecked = (value: unknown) => ({ ok: true as const, value });
  return {
    id: 'Calculator.Add',
    version,
    name: 'Calculator_Add',
    description: 'Adds two numbers.',
    inputSchema: {},
    outputSchema: {},
    checkInput: unchecked,
    checkOutput: unchecked,
    run: () => 15,
  };
}

function callOf(toolId: string): Call {
  return Object.freeze({
    wire: 'test',
    toolId,
    callId: 'call-1',
    traceId: undefined,
    input: {},
    context: { authorization: [], secrets: [] },
    lifetime: { signal: new AbortController().signal },
    values: noContextValues,
  });
}

const [first, second] = [tool('1.0.0'), tool('2.0.0')];
const stage = resolve(createVersionResolver([first, second]));
const answer = (outcome: Outcome) => () => outcome;
const fifteen: Outcome = Object.freeze({ kind: 'value', value: 15, durationMs: 2 });

describe('the resolve middleware', () => {
  it('passes the tool to later middleware, and to the outcome', () => {
    const added: object[] = [];
    const outcome = stage(callOf('Calculator.Add@1'), (adds) => {
      added.push(adds);
      return fifteen;
    });
    expect(added).toEqual([{ tool: first }]);
    expect(outcome).toEqual({ kind: 'value', value: 15, durationMs: 2, tool: first });
  });

  it.each([
    ['nothing', () => undefined],
    ['a promise of nothing', () => Promise.resolve(undefined)],
  ])('leaves it to the pipeline to report later middleware that returns %s', async (_what, returnsNothing) => {
    const thrown: unknown[] = [];
    const report = (error: unknown): Outcome => {
      thrown.push(error);
      return fifteen;
    };
    await pipeline(report)
      .use(stage)
      .handle(returnsNothing as never)(callOf('Calculator.Add'));
    expect(thrown.map(String)).toEqual([expect.stringMatching(/^TypeError: Middleware returned no outcome/)]);
  });

  it.each<Outcome>([
    { kind: 'value', value: null },
    { kind: 'failed', failure: { message: 'No.', canRetry: true }, durationMs: 1 },
    { kind: 'invalid', message: 'No.', parameterErrors: { a: 'Must be a number' } },
    { kind: 'refused', code: 'missing_requirements', message: 'No.', missing: { userId: true }, retryAfterMs: 5 },
    { kind: 'deferred', task: { id: 't', pollAfterMs: 10 } },
    {
      kind: 'artifact',
      artifact: { url: 'https://example.com', contentType: 'text/plain', size: 1, description: 'd' },
    },
  ])('keeps all fields of an outcome, and changes only a copy: %j', (outcome) => {
    const frozen = Object.freeze({ ...outcome });
    expect(stage(callOf('Calculator.Add@1.0.0'), answer(frozen))).toEqual({ ...outcome, tool: first });
    expect(frozen).toEqual(outcome);
  });

  it('keeps the tool of a stored outcome, which another version may have produced', () => {
    const stored = { kind: 'value', value: 'stored', tool: second } as const;
    expect(stage(callOf('Calculator.Add@1.0.0'), answer(stored))).toBe(stored);
  });

  it('is synchronous when the rest is, and waits otherwise', async () => {
    expect(stage(callOf('Calculator.Add'), answer(fifteen))).not.toBeInstanceOf(Promise);
    const late = stage(callOf('Calculator.Add'), async () => fifteen);
    expect(late).toBeInstanceOf(Promise);
    expect(await late).toEqual({ kind: 'value', value: 15, durationMs: 2, tool: second });
  });

  it.each([
    [
      'Calculator.Add@3.0.0',
      'version_not_found',
      "Tool 'Calculator_Add' has no version 3.0.0. Did you mean 'Calculator.Add@2.0.0'?",
      'Calculator.Add version 3.0.0 is not available; there are 2.0.0, 1.0.0',
    ],
    [
      'Calculator.Ad',
      'tool_not_found',
      "Tool 'Calculator.Ad' was not found. Did you mean 'Calculator.Add'?",
      'No tool has the id Calculator.Ad; ids are case-sensitive',
    ],
  ])(
    'refuses %s as %s and does not continue (OTC-CALL-07c, OTC-CALL-07d)',
    (toolId, code, message, developerMessage) => {
      const outcome = stage(callOf(toolId), () => {
        throw new Error('went on');
      });
      expect(outcome).toEqual({ kind: 'refused', code, message, developerMessage });
    },
  );

  it('refuses an invalid ID (OTC-VER-05)', () => {
    expect(stage(callOf('Calculator.Add@01.0.0'), answer(fifteen))).toMatchObject({
      kind: 'refused',
      code: 'invalid_tool_id',
    });
  });

  it('hides tools per call', () => {
    const perCall = resolve(
      createVersionResolver([first, second]),
      (item, call) => call.callId !== 'call-1' || item.version === '1.0.0',
    );
    expect(perCall(callOf('Calculator.Add'), answer(fifteen))).toMatchObject({ tool: { version: '1.0.0' } });
    expect(perCall({ ...callOf('Calculator.Add'), callId: 'call-2' }, answer(fifteen))).toMatchObject({
      tool: { version: '2.0.0' },
    });
    expect(perCall(callOf('Calculator.Add@2'), answer(fifteen))).toMatchObject({
      code: 'version_not_found',
      developerMessage: 'Calculator.Add version 2.0.0 is not available; there is 1.0.0',
    });
  });

  it('uses the tool that its protocol has found, whatever the ID', () => {
    const call = { ...callOf('no id at all'), namedTool: first };
    expect(stage(call, answer(fifteen))).toMatchObject({ kind: 'value', tool: first });
  });

  it.each([
    ['is served no longer', { ...first, version: '0.9.0' }],
    ['only has the id and the version of one', { ...first, run: () => 'foreign' }],
  ])('uses the ID if the found tool %s', async (_what, namedTool) => {
    const outcome = await stage({ ...callOf('Calculator.Add@1.0.0'), namedTool }, answer(fifteen));
    expect(outcome.tool).toBe(first);
  });

  it('checks the visibility of the found tool, immediately or later', async () => {
    const hiding = (visible: (item: Tool) => boolean | Promise<boolean>) =>
      resolve(createVersionResolver([first, second]), visible);
    const call = { ...callOf('Calculator.Add@1.0.0'), namedTool: first };
    const hidden = { kind: 'refused', code: 'version_not_found' };
    expect(hiding((item) => item === second)(call, answer(fifteen))).toMatchObject(hidden);
    expect(await hiding(async (item) => item === second)(call, answer(fifteen))).toMatchObject(hidden);
    expect(await hiding(async (item) => item === first)(call, answer(fifteen))).toMatchObject({ tool: first });
  });

  it.each([undefined, null, 'yes'])(
    'hides a tool if its check returns %j instead of a boolean, immediately or later',
    async (result) => {
      const hiding = (visible: () => unknown) => resolve(createVersionResolver([first]), visible as () => boolean);
      const hidden = { kind: 'refused', code: 'tool_not_found' };
      expect(hiding(() => result)(callOf('Calculator.Add'), answer(fifteen))).toMatchObject(hidden);
      let checks = 0;
      const later = async (): Promise<unknown> => {
        checks += 1;
        if (checks > 10) throw new Error('The tool is checked again and again.');
        return result;
      };
      expect(await hiding(later)(callOf('Calculator.Add'), answer(fifteen))).toMatchObject(hidden);
      expect(checks).toBe(1);
    },
  );

  it('refuses a call for which the protocol has found no tool, even if the name is a tool ID (OTC-CALL-07c)', () => {
    expect(stage({ ...callOf('Calculator.Add'), namedTool: null }, answer(fifteen))).toMatchObject({
      kind: 'refused',
      code: 'tool_not_found',
      message: "Tool 'Calculator.Add' was not found",
    });
  });

  it('allows a pipeline to end in a handler that reads call.tool', async () => {
    const handle = pipeline()
      .use(stage)
      .handle((call) => ({ kind: 'value', value: call.tool.version }));
    expect(await handle(callOf('Calculator.Add'))).toEqual({ kind: 'value', value: '2.0.0', tool: second });
  });

  it('does not compile if call.tool is read before it, or if tools lack required fields', () => {
    const readsTool = (call: Call & { tool: Tool }): Outcome => ({ kind: 'value', value: call.tool.version });
    // @ts-expect-error the call has not been resolved yet
    pipeline().handle(readsTool);
    const needsTool: Stage<Call & { tool: Tool }> = (_call, next) => next();
    pipeline().use(stage).use(needsTool).handle(readsTool);
    // @ts-expect-error the wrong way round
    pipeline().use(needsTool);
    // @ts-expect-error these items are not tools
    resolve(createVersionResolver([{ id: 'Calculator.Add', version: '1.0.0' }]));
    expect(needsTool).toBeTypeOf('function');
  });
});
