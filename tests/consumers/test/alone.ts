import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Ground, once } from '../src/ground.ts';
import { asCommonJs, asModule, type Program, withoutRequireOfModules } from '../src/program.ts';
import { installByNpm, installedPackages, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';

interface Alone extends Program {
  /** All that npm installs with it. */
  readonly brings: readonly string[];
  readonly prints: unknown;
  /** The runtime exports of its middleware, whose types are from core. */
  readonly stage?: string;
}

const packages: Readonly<Record<string, Alone>> = {
  '@toolwire/version': {
    brings: ['semver'],
    stage: 'resolve',
    imports: { '@toolwire/version': '{ createVersionResolver }' },
    body: `
      const tools = createVersionResolver([{ id: 'Calculator.Add', version: '1.0.0' }, { id: 'Calculator.Add', version: '1.10.0' }]);
      console.log(JSON.stringify([tools.resolve('Calculator.Add@1'), tools.resolve('Calculator.Add'), tools.resolve('Calculator.Ad')]));`,
    prints: [
      { ok: true, form: 'shorthand', item: { id: 'Calculator.Add', version: '1.0.0' } },
      { ok: true, item: { id: 'Calculator.Add', version: '1.10.0' } },
      { ok: false, code: 'tool_not_found' },
    ],
  },
  '@toolwire/validate': {
    brings: [
      'ajv',
      'fast-deep-equal',
      'fast-uri',
      'json-schema-traverse',
      'require-from-string',
      'zod',
      'zod-to-json-schema',
    ],
    stage: 'validate',
    imports: { '@toolwire/validate': '{ compileInput }', '@toolwire/validate/ajv': '{ ajv }' },
    body: `
      const schema = { type: 'object', properties: { b: { type: 'number', description: 'A number.' } }, required: ['b'] };
      const { check } = compileInput(schema, { validator: ajv() });
      console.log(JSON.stringify([await check({ b: 5 }), await check({ b: 'infinity' })]));`,
    prints: [
      { ok: true, value: { b: 5 } },
      { ok: false, parameterErrors: { b: 'Must be a number, got the string "infinity"' } },
    ],
  },
  '@toolwire/errors': {
    brings: [],
    imports: { '@toolwire/errors': '{ encodeFailure, mapError, RetryableToolError }' },
    body: `
      const thrown = new RetryableToolError('Doorbell ID not found', { additionalPromptContent: 'ids: doorbell42', retryAfterMs: 500 });
      console.log(JSON.stringify([encodeFailure(mapError(thrown)), encodeFailure(mapError(null))]));`,
    prints: [
      {
        message: 'Doorbell ID not found',
        can_retry: true,
        additional_prompt_content: 'ids: doorbell42',
        retry_after_ms: 500,
      },
      { message: 'The tool failed unexpectedly.' },
    ],
  },
  '@toolwire/limits': {
    brings: [],
    stage: 'timeout',
    imports: { '@toolwire/limits': '{ withTimeout }' },
    body: `
      const answer = await withTimeout((signal) => signal.aborted, { ms: 1000 });
      const late = await withTimeout(() => new Promise(() => {}), { ms: 5 }).catch((error) => error.name);
      console.log(JSON.stringify([answer, late]));`,
    prints: [false, 'TimeoutError'],
  },
  '@toolwire/retry': {
    brings: [],
    stage: 'retry',
    imports: { '@toolwire/retry': '{ decideRetry, retrying }' },
    body: `
      const answer = await retrying(({ attempt }) => { if (attempt < 2) throw new Error('once'); return attempt; }, { baseMs: 0 });
      const failure = { canRetry: true, retryAfterMs: 500 };
      const { action } = decideRetry({ kind: 'failed', failure }, { number: 1 });
      console.log(JSON.stringify([answer, action, decideRetry({ kind: 'failed', failure: {} }, { number: 1 })]));`,
    prints: [2, 'retry', { action: 'give_up', reason: 'not_retryable' }],
  },
  '@toolwire/idempotency': {
    brings: [],
    stage: 'idempotency',
    imports: { '@toolwire/idempotency': '{ canonicalJson, createIdempotency }' },
    body: `
      const once = createIdempotency();
      const order = { key: 'order-1', fingerprint: canonicalJson({ item: 'tea', count: 2 }), run: () => 'ordered' };
      const other = { ...order, fingerprint: canonicalJson({ item: 'tea', count: 3 }) };
      console.log(JSON.stringify([await once.run(order), await once.run(order), await once.run(other)]));`,
    prints: [
      { state: 'done', value: 'ordered', repeated: false },
      { state: 'done', value: 'ordered', repeated: true },
      { state: 'conflict' },
    ],
  },
  '@toolwire/client': {
    brings: ['@toolwire/limits', '@toolwire/retry', '@toolwire/version', 'semver'],
    imports: { '@toolwire/client': '{ createClient }' },
    body: `
      const fetch = async () => Response.json({ result: { call_id: 'c', success: true, value: 15 } });
      const client = createClient({ url: 'https://tools.example.com', fetch });
      const { kind, attempts } = await client.call('Calculator.Add', { a: 10, b: 5 });
      console.log(JSON.stringify([kind, attempts]));`,
    prints: ['value', 1],
  },
  '@toolwire/worker-threads': {
    brings: [],
    imports: { '@toolwire/worker-threads': '{ isolated }' },
    body: `
      console.log(JSON.stringify([typeof isolated('file:///solve.mjs', () => 1)]));`,
    prints: ['function'],
  },
  '@toolwire/trace': {
    brings: [],
    stage: 'trace',
    imports: { '@toolwire/trace': '{ traced, traceTasks }' },
    body: `
      console.log(JSON.stringify([typeof traced, typeof traceTasks]));`,
    prints: ['function', 'function'],
  },
  '@toolwire/log': {
    brings: [],
    stage: 'log',
    imports: { '@toolwire/log': '{ createRedactor, prettyLogger, redactLogger }' },
    body: `
      const logger = prettyLogger({ write: (line) => console.log(JSON.stringify([line.slice(13)])) });
      redactLogger(logger, createRedactor({ secrets: ['token-7d1c04'] })).info({ password: 'a' }, 'Sent token-7d1c04');`,
    prints: ['INFO  Sent [masked]  password=[masked]'],
  },
  '@toolwire/auth': {
    brings: ['jose'],
    stage: 'requirements',
    imports: { '@toolwire/auth': '{ missingRequirements }' },
    body: `
      const needed = { authorization: [{ id: 'google' }], userId: true };
      console.log(JSON.stringify(missingRequirements(needed, { authorization: [{ id: 'google', token: '' }], secrets: [] })));`,
    prints: { authorization: [{ id: 'google' }], userId: true },
  },
};

/** A package for separate use, installed separately. */
export function aloneSuite(ground: Ground): void {
  describe.each(Object.entries(packages))('only %s', (name, { brings, prints, stage, ...program }) => {
    const project = once(async () => {
      const folder = join(ground.folder, 'alone', name);
      const tarballs = await ground.tarballs();
      writeFiles(folder, {
        'commonjs/package.json': '{ "type": "commonjs" }',
        'commonjs/main.js': asCommonJs(program),
        'module/package.json': '{ "type": "module" }',
        'module/main.js': asModule(program),
        'types/main.mts': asModule(program),
        'types/main.cts': asModule(program),
        'types/tsconfig.json': JSON.stringify({
          compilerOptions: {
            module: 'nodenext',
            target: 'es2022',
            strict: true,
            skipLibCheck: false,
            types: [],
            noEmit: true,
          },
        }),
      });
      return installByNpm(folder, { [name]: tarballs[name] as string }, tarballs);
    });

    it('has its dependencies, and nothing else', async () => {
      expect(installedPackages(await project())).toEqual([name, ...brings]);
    });

    it('works in a CommonJS project', async () => {
      const output = await outputOf('node', [withoutRequireOfModules, 'commonjs/main.js'], await project());
      expect(JSON.parse(output)).toMatchObject(prints as object);
    });

    it('works in an ES module project', async () => {
      const output = await outputOf('node', ['module/main.js'], await project());
      expect(JSON.parse(output)).toMatchObject(prints as object);
    });

    it('has types that need no other package', async () => {
      const compiler = join(await ground.shared(), 'node_modules/typescript7/bin/tsc');
      await outputOf('node', [compiler, '--project', 'types'], await project());
    });

    if (stage === undefined) return;
    it('has middleware that loads without its type packages', async () => {
      const entry = `${name}/stage`;
      const script = `import('${entry}').then((module) => console.log(typeof module.${stage}, typeof require('${entry}').${stage}))`;
      const output = await outputOf('node', [withoutRequireOfModules, '--eval', script], await project());
      expect(output.trim()).toBe('function function');
    });
  });
}
