import { fileURLToPath } from 'node:url';
import { runInNewContext } from 'node:vm';
import { build, type Metafile } from 'esbuild';
import { beforeAll, describe, expect, it } from 'vitest';
import type { CallResult, Client, ClientOptions } from '../src/index.ts';

interface Bundled {
  readonly createClient: (options: ClientOptions) => Client;
}

/** The globals of the web platform that the client uses, without those of Node. */
const webOnly = {
  AbortController,
  AbortSignal,
  DOMException,
  Headers,
  Response,
  TextDecoder,
  TextEncoder,
  URL,
  btoa,
  clearTimeout,
  crypto,
  performance,
  setTimeout,
};

describe('a bundle for pages and workers', () => {
  let code = '';
  let metafile: Metafile;

  beforeAll(async () => {
    const built = await build({
      entryPoints: [fileURLToPath(new URL('../src/index.ts', import.meta.url))],
      bundle: true,
      write: false,
      metafile: true,
      platform: 'browser',
      format: 'iife',
      globalName: 'bundled',
      target: 'es2022',
      conditions: ['@toolwire/source'],
      logLevel: 'silent',
    });
    code = built.outputFiles[0]?.text ?? '';
    ({ metafile } = built);
  });

  it('contains only sources of toolwire, and no built-in module', () => {
    const imports = Object.values(metafile.inputs).flatMap((input) => input.imports);
    expect(imports.filter(({ external }) => external)).toEqual([]);
    const paths = Object.keys(metafile.inputs);
    expect(paths.filter((path) => !/(?:^|\/)packages\/[a-z/]+\/src\//.test(path) && !path.startsWith('src/'))).toEqual(
      [],
    );
    expect(paths.some((path) => path.includes('packages/concerns/retry/src'))).toBe(true);
  });

  it('calls a tool without Node', async () => {
    const sent: RequestInit[] = [];
    const fetch = async (_url: string, init: RequestInit): Promise<Response> => {
      sent.push(init);
      return sent.length === 1
        ? Response.json({ message: 'Starting' }, { status: 503, headers: { 'retry-after': '0' } })
        : Response.json({ result: { call_id: 'c', success: true, value: 15 } });
    };
    const context: Record<string, unknown> = { ...webOnly, fetch };
    runInNewContext(`${code}\nglobalThis.bundled = bundled;`, context);
    const { createClient } = context['bundled'] as Bundled;
    const auth = { jwt: { secret: 'a secret of the client and the server, 32 bytes' } };
    const client = createClient({ url: 'https://tools.example.com', auth });
    const result: CallResult = await client.call('Calculator.Add', { a: 10, b: 5 });

    expect(result).toMatchObject({ kind: 'value', value: 15, attempts: 2 });
    expect(new Headers(sent[0]?.headers).get('authorization')).toMatch(/^Bearer ey/);
  });

  it('does not mention Node', () => {
    expect(code).not.toMatch(/\bnode:|\brequire\(|\bBuffer\b|\b__dirname\b/);
  });
});
