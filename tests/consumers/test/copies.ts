import { describe, expect, it } from 'vitest';
import type { Ground } from '../src/ground.ts';
import { writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

const script = `
import { createRequire } from 'node:module';
import * as esm from 'toolwire';
import * as esmCore from '@toolwire/core';
import * as esmErrors from '@toolwire/errors';

const require = createRequire(import.meta.url);
const cjs = require('toolwire');
const cjsCore = require('@toolwire/core');
const cjsErrors = require('@toolwire/errors');

function ringOf(copy) {
  return copy.defineTool({
    id: 'Doorbell.Ring', version: '0.1.0', description: 'Rings a doorbell.',
    run: () => { throw new copy.RetryableToolError('Doorbell ID not found', { retryAfterMs: 500 }); },
  });
}

async function answerOf(server, tool) {
  const { handle } = server.createToolServer({ tools: [tool], wires: [server.otc()], logger: server.silentLogger });
  const { createFetch } = server === esm ? await import('@toolwire/fetch') : require('@toolwire/fetch');
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ request: { tool_id: 'Doorbell.Ring', call_id: 'c' } });
  const answer = await createFetch({ handle })(new Request('http://tools.test/tools/call', { method: 'POST', headers, body }));
  return (await answer.json()).result.error;
}

console.log(JSON.stringify({
  areTwoCopies: esm.ToolError !== cjs.ToolError && esm.defineTool !== cjs.defineTool,
  toolsKnown: [esmCore.isToolDefinition(ringOf(cjs)), cjsCore.isToolDefinition(ringOf(esm)), esmCore.isToolDefinition({ ...ringOf(esm) })],
  errorsKnown: [esmErrors.isToolError(new cjs.ToolError('x')), cjsErrors.isToolError(new esm.ToolError('x'))],
  failures: [esmErrors.mapError(new cjs.ToolError('x')), cjsErrors.mapError(new esm.ToolError('x'))],
  answers: [await answerOf(esm, ringOf(cjs)), await answerOf(cjs, ringOf(esm))],
}));
`;

/** A CommonJS app whose tools come from an ES module package, or the other way round. */
export function copiesSuite(ground: Ground): void {
  describe('two copies in one process, one CommonJS and one ES module', () => {
    it('recognize each other’s tools, and return each other’s errors with the author’s message', async () => {
      const folder = await ground.shared();
      writeFiles(folder, { 'copies/main.mjs': script });
      const error = { message: 'Doorbell ID not found', can_retry: true, retry_after_ms: 500 };
      expect(JSON.parse(await outputOf('node', ['copies/main.mjs'], folder))).toEqual({
        areTwoCopies: true,
        toolsKnown: [true, true, false],
        errorsKnown: [true, true],
        failures: [{ message: 'x' }, { message: 'x' }],
        answers: [error, error],
      });
    });
  });
}
