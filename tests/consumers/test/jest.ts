import { describe, expect, it } from 'vitest';
import type { Ground } from '../src/ground.ts';
import { writeFiles } from '../src/project.ts';
import { run } from '../src/run.ts';

const testFile = `
const express = require('express');
const { mountTools } = require('@toolwire/express');
const { ajv } = require('@toolwire/validate/ajv');
const { createToolServer, defineTool, otc, RetryableToolError, toolwire } = require('toolwire');

const input = { type: 'object', properties: { id: { type: 'string', description: 'Which one.' } }, required: ['id'] };
const ring = defineTool({
  id: 'Doorbell.Ring', version: '0.1.0', description: 'Rings a doorbell.', input, output: { type: 'string' },
  run: ({ id }) => {
    if (id === 'doorbell42') return 'rung';
    throw new RetryableToolError('Doorbell ID not found', { additionalPromptContent: 'ids: doorbell42' });
  },
});

async function call(url, id) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ request: { tool_id: 'Doorbell.Ring', input: { id } } });
  const answer = await fetch(url + '/tools/call', { method: 'POST', headers, body });
  return answer.json();
}

test('toolwire listens and answers', async () => {
  const { url, close } = await toolwire({ tools: [ring] }).listen(0);
  expect(await call(url, 'doorbell42')).toMatchObject({ result: { success: true, value: 'rung' } });
  expect(await call(url, 'doorbell1')).toMatchObject({ result: { success: false, error: { message: 'Doorbell ID not found', can_retry: true } } });
  expect(await call(url, 7)).toMatchObject({ parameter_errors: { id: 'Must be a string, got the number 7' } });
  await close();
});

test('tools answer in an Express app that parses bodies', async () => {
  const server = createToolServer({ tools: [ring], wires: [otc()], validator: ajv() });
  const app = express().use(express.json()).use('/ai', mountTools(server));
  const host = await new Promise((listening) => { const one = app.listen(0, '127.0.0.1', () => listening(one)); });
  const answer = await call('http://127.0.0.1:' + host.address().port + '/ai', 'doorbell42');
  expect(answer).toMatchObject({ result: { success: true, value: 'rung' } });
  host.closeAllConnections();
  await new Promise((closed) => host.close(closed));
});
`;

/** The test runner that most CommonJS projects have; it loads no ES modules by `require`. */
export function jestSuite(ground: Ground): void {
  describe('Jest 30', () => {
    it('runs the tests of a CommonJS project that requires toolwire and @toolwire/express', async () => {
      const folder = await ground.shared();
      writeFiles(folder, {
        'jest/package.json': '{ "type": "commonjs" }',
        'jest/jest.config.js': 'module.exports = { cacheDirectory: "cache", watchman: false };',
        'jest/tools.test.js': testFile,
      });
      const { code, stdout, stderr } = await run(
        'node',
        ['../node_modules/jest/bin/jest.js', '--ci'],
        `${folder}/jest`,
      );
      expect(code, stdout + stderr).toBe(0);
      expect(stderr).toContain('Tests:       2 passed, 2 total');
    });
  });
}
