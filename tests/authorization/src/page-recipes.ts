import { readFileSync } from 'node:fs';
import type { JwtIssuerOptions } from '@toolwire/auth/jwt';
import { transformSync } from 'esbuild';

/** The toolwire options of a recipe in docs/authorization.md. */
export interface PageRecipe {
  readonly auth: Omit<JwtIssuerOptions, 'issuer'> & { readonly issuer: string };
  readonly scopes?: { readonly satisfies: (granted: string, needed: string) => boolean };
}

const page = readFileSync(new URL('../../../docs/authorization.md', import.meta.url), 'utf8');
const [, section = ''] = /\n## Authorization servers\n([\s\S]*?)\n## /.exec(page) ?? [];

/** The address of the MCP endpoint in all recipes. */
export const pageResource = 'https://tools.example.com/mcp';

/** The content of the page for each authorization server, by name. */
export const pageParts: ReadonlyMap<string, string> = new Map(
  section
    .split('\n### ')
    .slice(1)
    .map((part) => [part.split('\n')[0] ?? '', part]),
);

const importOfJwt = "import { jwt } from '@toolwire/auth/jwt';";

/** Runs the program of a recipe, as the page has it, and takes the options that it gives to `jwt`. */
export async function pageRecipe(name: string): Promise<PageRecipe> {
  const [program, ...more] = [...(pageParts.get(name) ?? '').matchAll(/\n```ts\n([\s\S]*?)\n```/g)].map(
    ([, one]) => one,
  );
  if (program?.startsWith(importOfJwt) !== true || more.length > 0) {
    throw new Error(`The page has no recipe for ${name} that is one program and imports jwt.`);
  }
  const taking = program.replace(importOfJwt, 'const jwt = (options) => options;');
  const { code } = transformSync(taking, { loader: 'ts', format: 'esm', target: 'node20' });
  return (await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`)) as PageRecipe;
}
