import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { secret, signed } from './tokens.ts';

const folder = fileURLToPath(new URL('..', import.meta.url));
// As under Jest, and before Node 20.19: require() loads no ES module.
const flags = process.allowedNodeEnvironmentFlags.has('--experimental-require-module')
  ? ['--no-experimental-require-module']
  : [];
const inNode = (type: 'commonjs' | 'module', script: string): string =>
  execFileSync(process.execPath, [...flags, `--input-type=${type}`, '--eval', script], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

describe.skipIf(process.env['TEST_SCOPE'] !== 'all')(
  'the built package (skipped as the build may be older: npm test -- --all)',
  () => {
    const use = `
    const request = { header: (name) => (name === 'authorization' ? 'Bearer ' + process.argv.at(-1) : undefined) };`;
    const run = async (type: 'commonjs' | 'module', load: string): Promise<string> =>
      inNode(
        type,
        `${load}${use.replace('process.argv.at(-1)', JSON.stringify(await signed({ exp: 9_999_999_999 })))}
      authenticate(jwt({ secret: ${JSON.stringify(secret)} }), request).then((found) => console.log(JSON.stringify(found)));`,
      );
    const found = '{"ok":true,"principal":{"id":"ada","issuer":"jwt","claims":{"sub":"ada","exp":9999999999}}}';

    it('verifies a token in CommonJS, where require() loads no ES module', async () => {
      const load = `const { authenticate } = require('@toolwire/auth'); const { jwt } = require('@toolwire/auth/jwt');`;

      expect(await run('commonjs', load)).toBe(found);
    });

    it('verifies a token as a module', async () => {
      const load = `import { authenticate } from '@toolwire/auth'; import { jwt } from '@toolwire/auth/jwt';`;

      expect(await run('module', load)).toBe(found);
    });

    it('loads jose with the first token, and not when it is imported', () => {
      for (const file of ['jwt.js', 'jwt.cjs', 'jwt.d.ts', 'jwt.d.cts', 'index.js', 'index.cjs']) {
        expect(readFileSync(`${folder}dist/${file}`, 'utf8'), file).not.toMatch(/(?:from |require\()['"]jose/);
      }
    });
  },
);
