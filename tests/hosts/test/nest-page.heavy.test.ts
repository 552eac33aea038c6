import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { INestApplication } from '@nestjs/common';
import ts from 'typescript';
import { expect, onTestFinished, test } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const folder = join(root, 'tests/hosts/.nest-page');

/** The guard of the app, which the page leaves to its reader. */
const guard = `class SignInGuard {
  canActivate(context) {
    const request = context.switchToHttp().getRequest();
    if (request.headers.authorization) request.user = { id: 'ada' };
    return true;
  }
}
`;

/** The first program of the page of Nest, compiled as Nest compiles it. */
function compilePage(): string {
  const page = readFileSync(join(root, 'packages/hosts/nest/README.md'), 'utf8');
  const [, code = ''] = /^```ts\n([^]*?)^```$/m.exec(page) ?? [];
  const { outputText } = ts.transpileModule(`import 'reflect-metadata';\n${code}`, {
    compilerOptions: {
      module: ts.ModuleKind.ESNext,
      target: ts.ScriptTarget.ES2022,
      experimentalDecorators: true,
      emitDecoratorMetadata: true,
    },
  });
  return `${guard}${outputText.replace('listen(3000)', "listen(0, '127.0.0.1')")}\nexport { app };\n`;
}

test('the code of the page of Nest serves tools, which know the user of the app', async () => {
  mkdirSync(folder, { recursive: true });
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'main.mjs');
  writeFileSync(file, compilePage());
  const { app } = (await import(/* @vite-ignore */ file)) as { app: INestApplication };
  onTestFinished(() => app.close());
  const find = async (id: string, authorization = ''): Promise<unknown> => {
    const response = await fetch(`${await app.getUrl()}/ai/tools/call`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization },
      body: JSON.stringify({ request: { tool_id: 'Orders.Find', input: { id } } }),
    });
    return response.json();
  };
  expect(await find('42', 'token-of-ada')).toMatchObject({ result: { value: 'Order 42, for ada' } });
  expect(await find('42')).toMatchObject({ result: { value: 'Order 42, for a visitor' } });
  expect(await find('7')).toMatchObject({ result: { error: { message: 'There is no order 7' } } });
});
