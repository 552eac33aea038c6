import { expect, test } from 'vitest';
import { readOpenApi } from '../src/index.ts';
import { outputSchemaOf } from '../src/tools/tool-schemas.ts';

async function outputOf(responses: object): Promise<unknown> {
  const operation = { operationId: 'makeThing', responses };
  const { operations } = await readOpenApi({
    openapi: '3.1.0',
    info: { title: 'Test', version: '1.0.0' },
    paths: { '/things': { post: operation } },
  });
  return operations[0] === undefined ? 'The document has no operation.' : outputSchemaOf(operations[0]);
}

const withSchema = { description: 'Done.', content: { 'application/json': { schema: { type: 'string' } } } };
const withoutContent = { description: 'Done.' };

test.each(['202', '2XX'])(
  'a response %s without content may have any body, so there is no output schema',
  async (status) => {
    expect(await outputOf({ 200: withSchema, [status]: withoutContent })).toBeUndefined();
  },
);

test.each(['204', '205'])('a response %s without content adds null to the output', async (status) => {
  expect(await outputOf({ 200: withSchema, [status]: withoutContent })).toEqual({
    anyOf: [{ type: 'string' }, { type: 'null' }],
  });
});
