import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ground, once, thirdParty } from '../src/ground.ts';
import { asCommonJs, asModule, type Program, withoutRequireOfModules } from '../src/program.ts';
import { installByNpm, installedPackages, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

const calls: Program = {
  imports: { toolwire: '{ defineTool, RetryableToolError, toolwire }', zod: '{ z }' },
  body: `
    const add = defineTool({
      id: 'Calculator.Add', version: '1.0.0', description: 'Adds two numbers.',
      input: z.object({ a: z.number().describe('The first.'), b: z.number().describe('The second.') }), output: z.number(),
      run: ({ a, b }) => a + b,
    });
    const ring = defineTool({
      id: 'Doorbell.Ring', version: '0.1.0', description: 'Rings a doorbell.',
      input: { type: 'object', properties: { id: { type: 'string', description: 'Which one.' } }, required: ['id'] }, output: null,
      run: ({ id }) => { throw new RetryableToolError('Doorbell ID not found', { additionalPromptContent: 'ids: doorbell42', retryAfterMs: 500 }); },
    });
    const { url, close } = await toolwire({ tools: [add, ring] }).listen(0);
    const call = async (tool_id, input, call_id) => {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify({ request: { tool_id, call_id, input } });
      const answer = await fetch(url + '/tools/call', { method: 'POST', headers, body });
      return [answer.status, await answer.json()];
    };
    const answers = [
      await call('Calculator.Add@1.0.0', { a: 10, b: 5 }, 'c'),
      await call('Calculator.Add', { a: 10, b: 'infinity' }),
      await call('Doorbell.Ring', { id: 'doorbell1' }),
      await call('Doorbell.Ring', {}),
    ];
    await close();
    console.log(JSON.stringify(answers));`,
};

const answers = [
  [200, { result: { call_id: 'c', success: true, value: 15 } }],
  [422, { parameter_errors: { b: 'Must be a number, got the string "infinity"' } }],
  [
    200,
    {
      result: {
        success: false,
        error: { can_retry: true, additional_prompt_content: 'ids: doorbell42', retry_after_ms: 500 },
      },
    },
  ],
  [422, { parameter_errors: { id: 'Is required' } }],
];

/** Libraries of the packages, and of those. */
const libraries = [
  'ajv',
  'fast-deep-equal',
  'fast-uri',
  'jose',
  'json-schema-traverse',
  'require-from-string',
  'semver',
  'uuid',
  'zod-to-json-schema',
];

const ownParts =
  'arcade auth core errors idempotency limits log mcp node otc server stdio tasks validate version worker-threads'.split(
    ' ',
  );

/** The package of the quickstart, with the schema library that the quickstart uses. */
export function toolwireSuite(ground: Ground): void {
  const byNpm = once(async () => {
    const tarballs = await ground.tarballs();
    const dependencies = { toolwire: tarballs['toolwire'] as string, zod: thirdParty['zod'] as string };
    return installByNpm(join(ground.folder, 'toolwire'), dependencies, tarballs);
  });

  it('toolwire installs its packages, and no web framework', async () => {
    expect(installedPackages(await byNpm())).toEqual(
      [
        '@standard-schema/spec',
        ...ownParts.map((name) => `@toolwire/${name}`),
        ...libraries,
        'toolwire',
        'zod',
      ].toSorted(),
    );
  });

  describe.each([
    ['npm', byNpm],
    ['pnpm, with nothing hoisted', ground.strict],
  ])('toolwire installed by %s', (_manager, project) => {
    it('serves calls in a CommonJS project', async () => {
      const folder = await project();
      writeFiles(folder, { 'commonjs/package.json': '{ "type": "commonjs" }', 'commonjs/main.js': asCommonJs(calls) });
      const output = await outputOf('node', [withoutRequireOfModules, 'commonjs/main.js'], folder);
      expect(JSON.parse(output)).toMatchObject(answers);
    });

    it('serves calls in an ES module project', async () => {
      const folder = await project();
      writeFiles(folder, { 'module/package.json': '{ "type": "module" }', 'module/main.js': asModule(calls) });
      const output = await outputOf('node', ['module/main.js'], folder);
      expect(JSON.parse(output)).toMatchObject(answers);
    });
  });
}
