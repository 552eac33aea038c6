import { createToolServer } from '@toolwire/server';
import { compileInput } from '@toolwire/validate';
import { ajv } from '@toolwire/validate/ajv';
import { lazy } from '@trpc/server';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
// @boundaries-ignore the shop app has the same tests in each library of procedures
import { describeShop } from '../../orpc/test/shop-suite.ts';
import { toolsFromRouter } from '../src/index.ts';
import { plain, shop } from './shop-router.ts';

const steps: string[] = [];

describeShop({
  library: 'tRPC',
  steps,
  toolsOfShop: () =>
    toolsFromRouter(shop, {
      context: async ({ principal }) => ({ user: principal && { id: principal.id }, steps }),
    }),
  rejection: 'The app rejected the input.',
  failures: [
    ['Failures.Forbidden', {}, { message: 'The app denied the call.', canRetry: false }],
    ['Failures.Payment', {}, { message: 'Your trial has ended.', canRetry: false }],
    ['Failures.Large', {}, { message: 'The app refused the call with status 413.', canRetry: false }],
  ],
});

describe('the tools of a router', () => {
  const ping = plain.procedure.meta({ tool: { description: 'Pings.' } }).query(() => 'pong');

  it('have the toolkit of the options', async () => {
    const router = plain.router({ ping, deep: plain.router({ ping }) });
    const tools = await toolsFromRouter(router, { toolkit: 'Shop' });
    expect(tools.map(({ id }) => id)).toEqual(['Shop.Ping', 'Shop.DeepPing']);
  });

  it('are also read from lazy routers in lazy routers', async () => {
    const inner = plain.router({ ping });
    const middle = plain.router({ inner: lazy(async () => inner) });
    const tools = await toolsFromRouter(plain.router({ middle: lazy(async () => middle) }));
    expect(tools.map(({ id }) => id)).toEqual(['MiddleInner.Ping']);
  });

  it('need an ID if their path has one name', async () => {
    await expect(toolsFromRouter(plain.router({ ping }))).rejects.toThrow(
      "The tool of the procedure 'ping' has no id.",
    );
  });

  it('reject a router without tools, and misspelled names', async () => {
    await expect(toolsFromRouter(plain.router({ ping: plain.procedure.query(() => 1) }))).rejects.toThrow(
      '(TW_PROCEDURE_TOOL)',
    );
    await expect(toolsFromRouter(plain.router({ ping }), { contxt: 1 } as never)).rejects.toThrow(
      "Did you mean 'context'?",
    );
    const wrong = plain.procedure.meta({ tool: { descripton: 'Pings.' } as never }).query(() => 1);
    await expect(toolsFromRouter(plain.router({ a: plain.router({ wrong }) }))).rejects.toThrow(
      "Did you mean 'description'?",
    );
  });

  it('reject subscriptions', async () => {
    const feed = plain.procedure
      .meta({ tool: { id: 'A.Feed', description: 'A feed.' } })
      .subscription(async function* () {
        yield 1;
      });
    await expect(toolsFromRouter(plain.router({ feed }))).rejects.toThrow(
      "The procedure 'feed' is a subscription, and a tool returns once.",
    );
  });

  it('keep the definitions of several inputs apart', async () => {
    const box = z.object({
      label: z.string(),
      get inner(): z.ZodOptional<typeof box> {
        return box.optional();
      },
    });
    const list = z.object({
      size: z.number(),
      get rest(): z.ZodOptional<typeof list> {
        return list.optional();
      },
    });
    const pack = plain.procedure
      .meta({ tool: { id: 'A.Pack', description: 'Packs.' } })
      .input(z.object({ box }))
      .input(z.object({ list }))
      .query(({ input }) => input);
    const server = createToolServer({
      tools: await toolsFromRouter(plain.router({ pack })),
      wires: [],
      validator: ajv(),
    });
    const { properties, $defs } = (server.tools[0]?.inputDocument ?? {}) as {
      readonly properties: Readonly<Record<string, { readonly $ref: string }>>;
      readonly $defs: Readonly<Record<string, object>>;
    };
    const definition = (name: string): unknown => $defs[properties[name]?.$ref.replace('#/$defs/', '') ?? ''];
    expect(definition('box')).toMatchObject({ required: ['label'] });
    expect(definition('list')).toMatchObject({ required: ['size'] });
  });

  describe('with several inputs', () => {
    const category = z.object({
      name: z.string(),
      get children(): z.ZodArray<typeof category> {
        return z.array(category);
      },
    });
    const named = z
      .object({
        name: z.string(),
        get children() {
          return z.array(named);
        },
      })
      .meta({ id: 'Category' });
    type ObjectSchema = z.ZodType<Record<string, unknown>, Record<string, unknown>>;
    const user = z.object({ userId: z.number() });
    const leaf = { name: 'tea', children: [] };

    it.each<readonly [string, readonly [ObjectSchema, ObjectSchema], object, object, object]>([
      [
        'a recursive object',
        [user, category],
        { userId: 1, name: 'all', children: [leaf] },
        { userId: 1, name: 'all', children: [{ name: 7, children: [] }] },
        { children: '[0].name: must be a string, got the number 7' },
      ],
      [
        'a recursive object as the first input',
        [category, user],
        { userId: 1, name: 'all', children: [leaf] },
        { userId: 1, name: 'all', children: [{ children: [] }] },
        { children: '[0].name: is required' },
      ],
      [
        'a named recursive object',
        [user, named],
        { userId: 1, ...leaf },
        { userId: 1, children: [] },
        { name: 'Is required' },
      ],
      [
        'a union',
        [user, z.union([z.object({ id: z.number() }), z.object({ key: z.string() })])],
        { userId: 1, key: 'a' },
        { userId: 1, key: 7 },
        expect.anything(),
      ],
      [
        'a record',
        [user, z.record(z.string(), z.number())],
        { userId: 1, a: 2 },
        { userId: 1, a: 'x' },
        { a: 'Must be a number, got the string "x"' },
      ],
    ])('check %s', async (_, [first, second], valid, invalid, errors) => {
      const procedure = plain.procedure
        .meta({ tool: { id: 'A.Run', description: 'Runs.' } })
        .input(first)
        .input(second)
        .query(({ input }) => input);
      const tools = await toolsFromRouter(plain.router({ run: procedure }));
      const { check } = compileInput(tools[0]?.input, { validator: ajv() });
      expect(await check(valid)).toMatchObject({ ok: true });
      expect(await check(invalid)).toMatchObject({ ok: false, parameterErrors: errors });
    });
  });

  it('reject inputs without JSON Schema', async () => {
    const old = plain.procedure
      .meta({ tool: { id: 'A.Old', description: 'Old.' } })
      .input(z.object({ a: z.string() }))
      .input((value: unknown) => value as { b: string })
      .query(({ input }) => input);
    await expect(toolsFromRouter(plain.router({ old }))).rejects.toThrow('(TW_PROCEDURE_INPUT)');
  });
});
