import type { ParamsFactory } from '@nestjs/core';
import { readParams, writeParams } from './nest-metadata.ts';
import type { HandledCall } from './tool-call.ts';

// The numbers of Nest for `@Req()` and `@Body()`: pipes read the input as a body.
const requestParam = 0;
const inputParam = 3;
// Numbers that Nest does not use.
const contextParam = 1001;
const runParam = 1002;

/** Adds the input and the context as parameters of a method, unless decorators have taken their indexes. */
export function addCallParams(prototype: object, method: string): void {
  addParams(prototype, method, [inputParam, contextParam]);
}

/** Adds the input, the context and the `run` of a tool of `defineTool` as parameters of a method. */
export function addRunParams(prototype: object, method: string): void {
  addParams(prototype, method, [inputParam, contextParam, runParam]);
}

function addParams(prototype: object, method: string, types: readonly number[]): void {
  const params = { ...readParams(prototype.constructor, method) };
  const decorated = new Set(Object.values(params).map(({ index }) => index));
  for (const [index, type] of types.entries()) {
    if (!decorated.has(index)) params[`${type}:${index}`] = { index };
  }
  writeParams(prototype.constructor, method, params);
}

/** Reads the parameters of a method from the arguments of its handler. */
export const callParams: ParamsFactory = {
  exchangeKeyForValue(
    type: number,
    _data: unknown,
    [request, , call]: readonly [object, object, HandledCall],
  ): unknown {
    if (type === requestParam) return request;
    if (type === inputParam) return call.input;
    if (type === contextParam) return call.context;
    return type === runParam ? call.run : undefined;
  },
};
