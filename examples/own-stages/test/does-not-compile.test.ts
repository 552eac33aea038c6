import { type Call, pipeline, type Stage, type Tool } from '@toolwire/core';
import { createToolServer } from '@toolwire/server';
import { it } from 'vitest';
import { quota } from '../src/add-a-stage.ts';

it('a resolver that forgets the tool', () => {
  // @ts-expect-error -- stages after it need `call.tool`
  const resolve: Stage<Call, { tool: Tool }> = (_call, next) => next();
  createToolServer({ tools: [], wires: [], stages: { resolve } });
});

it('a stage that reads the tool, where none is known yet', () => {
  // @ts-expect-error -- it belongs into `around`
  createToolServer({ tools: [], wires: [], use: [quota(2)] });
});

it('an order in which the input is looked at before the tool is known', () => {
  createToolServer({
    tools: [],
    wires: [],
    // @ts-expect-error -- `validate` needs what `resolve` adds
    engine: ({ validate, resolve, invoke }) => pipeline().use(validate).use(resolve).handle(invoke),
  });
});
