import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { anyRedis, noRedis } from '@toolwire/programs/redis';
import { transformSync } from 'esbuild';
import { describe, expect, it } from 'vitest';
import { authorizationVisit } from '../src/authorization-visit.ts';
import { type Ground, once, thirdParty } from '../src/ground.ts';
import { installByNpm, writeFiles } from '../src/project.ts';
import { outputOf } from '../src/run.ts';
import { root } from '../src/workspace.ts';

const page = readFileSync(join(root, 'docs/authorization.md'), 'utf8');
const programs = [...page.matchAll(/\n```ts\n([\s\S]*?)\n```/g)].map(([, program = '']) => program);
const installed = [...page.matchAll(/\nnpm install (.+)\n/g)].flatMap(([, names = '']) => names.split(' '));

/** A program of the page as a process that can be asked: on a free port, and at an issuer of this machine. */
function runnable(program: string): string {
  return program
    .replaceAll("'https://login.example.com/'", "process.env['ISSUER']")
    .replace('.listen(3000);', '.listen(0).then(({ url }) => console.log(url));');
}

function programWith(words: string): string {
  const found = programs.filter((program) => program.includes(words));
  expect(found, words).toHaveLength(1);
  return found[0] ?? '';
}

/** The two programs of the last section, with what it leaves to its reader, and the first verifier of the page. */
function signInProgram(): string {
  const [, auth] = /auth: (jwt\(\{[\s\S]*?\n {2}\})\),/.exec(programWith("id: 'Orders.Create'")) ?? [];
  const readers = [
    "import { jwt } from '@toolwire/auth/jwt';",
    "const resource = 'https://tools.example.com/mcp';",
    `const auth = ${auth ?? ''});`,
    'const listMails = (token) => [token];',
    'const userOfCookie = (cookie) => (cookie === undefined ? undefined : { id: cookie });',
  ];
  return [...readers, programWith("id: 'Mail.List'"), programWith('createSignIn(')].join('\n');
}

/** Without its types, as any tool takes them away. */
function asJavaScript(program: string): string {
  return transformSync(program, { loader: 'ts', format: 'esm', target: 'node20' }).code;
}

const recipes = programs.filter((program) => program.includes('export const auth'));

/** The authorization page from top to bottom, with only the packages that it installs. */
export function authorizationSuite(ground: Ground): void {
  const project = once(async () => {
    const tarballs = await ground.tarballs();
    const dependencies = Object.fromEntries(
      installed.map((name) => [name, tarballs[name] ?? thirdParty[name] ?? `no version of ${name}`]),
    );
    const folder = await installByNpm(join(ground.folder, 'authorization'), dependencies, tarballs);
    const sources = {
      scopes: programWith("id: 'Orders.Create'"),
      mixed: programWith("id: 'Shop.Hours'"),
      mail: signInProgram(),
    };
    const all = { ...sources, ...Object.fromEntries(recipes.map((recipe, index) => [`recipe-${index}`, recipe])) };
    const files = Object.entries(all).map(([name, source]) => [`${name}.mjs`, asJavaScript(runnable(source))] as const);
    writeFiles(folder, { ...Object.fromEntries(files), 'visit.mjs': authorizationVisit });
    return folder;
  });
  const visit = async (...args: readonly string[]): Promise<unknown> =>
    JSON.parse(await outputOf('node', ['visit.mjs', ...args], await project()));

  describe('docs/authorization.md, followed from top to bottom', () => {
    it('lets a caller request more scopes, and accepts a caller with the scopes', async () => {
      const [header] = /Bearer error="insufficient_scope", scope="orders:read orders:write", [^`]*/.exec(page) ?? [];
      expect(await visit('scopes')).toEqual({
        nobody: [401, expect.stringContaining('resource_metadata="https://tools.example.com/.well-known/')],
        lessOverMcp: [403, header],
        lessOverOtc: [400, { authorization: [{ id: 'bearer', oauth2: { scopes: ['orders:read', 'orders:write'] } }] }],
        lessOverArcade: { id: 'bearer', scopes: ['orders:read', 'orders:write'], status: 'pending' },
        enough: [200, 'One bell is ordered.'],
        expired: [401, expect.stringContaining('error_description="The access token expired"')],
      });
    });

    it('opens some tools to all callers, and requires credentials for other tools, in both ways', async () => {
      expect(await visit('mixed')).toEqual({
        open: [200, '9 to 5'],
        closed: [401, expect.stringMatching(/^Bearer resource_metadata="/)],
        closedToChatGpt: [200, [expect.stringMatching(/^Bearer error="insufficient_scope"/)]],
        known: [200, 'ada'],
        needs: { Shop_Hours: [{ type: 'noauth' }], Shop_Account: [{ type: 'oauth2', scopes: [] }] },
      });
    });

    it('has a recipe for each authorization server with a verifier that rejects invalid tokens', async () => {
      expect(recipes).toHaveLength(6);
      expect(await visit('recipes', String(recipes.length))).toEqual(recipes.map(() => ['bearer', 'rejected']));
    });

    it.skipIf(noRedis !== undefined)(
      `sends a caller of a tool to the page that allows mail${noRedis === undefined ? '' : `: not run, as ${noRedis}`}`,
      async () => {
        const redis = await anyRedis();
        try {
          expect(await visit('mail', redis.url)).toEqual({
            withoutSecrets: expect.stringContaining('TW_CREDENTIAL_MISSING') as unknown,
            told: [400, expect.stringMatching(/^https:\/\/tools\.example\.com\/oauth\/start\?ticket=/)],
            waits: { status: 'pending' },
            otherBrowser: 403,
            sent: [200, ['a token of the caller']],
          });
        } finally {
          await redis.remove();
        }
      },
    );
  });
}
