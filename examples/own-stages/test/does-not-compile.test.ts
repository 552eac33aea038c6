import type { Call, Stage, Tool } from '@toolwire/core';
import { createToolServer, type ReadyCall } from '@toolwire/server';
import { expect, it } from 'vitest';
import { quota } from '../src/add-a-stage.ts';

const takesReadyCalls: Stage<ReadyCall> = (_call, next) => next();

it('a resolver that drops the tool', () => {
  // @ts-expect-error -- stages after it need `call.tool`
  const resolve: Stage<Call, { tool: Tool }> = (_call, next) => next();
  createToolServer({ tools: [], wires: [], stages: { resolve } });
});

it('middleware that reads the tool before it is resolved', () => {
  // @ts-expect-error -- it belongs into `around`
  createToolServer({ tools: [], wires: [], use: [quota(2)] });
});

it('an order that validates the input before the tool is resolved', () => {
  // @ts-expect-error -- `validate` needs what `resolve` adds
  expect(() => createToolServer({ tools: [], wires: [], order: ['validate', 'resolve', 'requirements'] })).toThrow(
    "order must begin with 'resolve'",
  );
});

it('a check that reads the validated input before validation', () => {
  // @ts-expect-error -- it belongs into `around`
  createToolServer({ tools: [], wires: [], order: ['resolve', 'validate', 'requirements', takesReadyCalls] });
});
