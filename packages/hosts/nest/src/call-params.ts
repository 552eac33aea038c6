import 'reflect-metadata';
import type { ParamsFactory } from '@nestjs/core';
import type { HandledCall } from './tool-call.ts';

/** The key of the parameters of a handler, which parameter decorators and Nest's own packages use too. */
export const paramsKey: string = '__routeArguments__';

/** The parameters of a handler, by their type and index. */
type ParamsMetadata = Readonly<Record<string, { readonly index: number }>>;

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

function addParams({ constructor: type }: object, method: string, types: readonly number[]): void {
  const existing = Reflect.getMetadata(paramsKey, type, method) as ParamsMetadata | undefined;
  const params = { ...existing };
  const decorated = new Set(Object.values(params).map(({ index }) => index));
  for (const [index, number] of types.entries()) {
    if (!decorated.has(index)) params[`${number}:${index}`] = { index };
  }
  Reflect.defineMetadata(paramsKey, params, type, method);
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
