import 'reflect-metadata';
import type { ParamsFactory } from '@nestjs/core';
import { own, StartupError } from '@toolwire/internal';
import type { HandledCall } from './tool-call.ts';

// The name that Nest's own packages for GraphQL and WebSockets use as well.
const entryProvider = '__entryProvider__';

/** Adds the metadata of a method, such as its exception filters, to another function. */
export function copyMetadata<Target extends object>(method: object, target: Target): Target {
  for (const key of Reflect.getMetadataKeys(method) as readonly unknown[]) {
    Reflect.defineMetadata(key, Reflect.getMetadata(key, method), target);
  }
  return target;
}

/** Makes Nest create request-scoped global guards and interceptors for calls of a provider, as for a controller. */
export function markEntryProvider(type: object): void {
  Reflect.defineMetadata(entryProvider, true, type);
}

/** Whether Nest knows the type of each constructor parameter, from the compiler or from `@Inject()`. */
export function hasInjectionMetadata(type: { readonly length: number }): boolean {
  const inferred = Reflect.getMetadata('design:paramtypes', type) as readonly unknown[] | undefined;
  const injected = (Reflect.getMetadata('self:paramtypes', type) as readonly unknown[] | undefined) ?? [];
  return inferred !== undefined || injected.length >= type.length;
}

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
const knownParams = new Set([requestParam, inputParam, contextParam, runParam]);

/** Adds the input and the context as parameters of a method, unless decorators have taken their indexes. */
export function addCallParams(prototype: object, method: string): void {
  addParams(prototype, method, [inputParam, contextParam]);
}

/** Adds the input, the context and the `run` of a tool of `defineTool` as parameters of a method. */
export function addRunParams(prototype: object, method: string): void {
  addParams(prototype, method, [inputParam, contextParam, runParam]);
}

function addParams({ constructor: type }: object, method: string, types: readonly number[]): void {
  const params = { ...paramsOf(type, method) };
  const decorated = new Set(Object.values(params).map(({ index }) => index));
  for (const [index, number] of types.entries()) {
    if (!decorated.has(index)) params[`${number}:${index}`] = { index };
  }
  Reflect.defineMetadata(paramsKey, params, type, method);
}

/** Throws if a parameter has a decorator of routes that a tool can't fill. */
export function checkParams(type: { readonly name: string }, method: string): void {
  for (const [key, { index }] of Object.entries(paramsOf(type, method))) {
    const number = Number(key.split(':')[0]);
    // The keys of `createParamDecorator` are not a number.
    if (Number.isNaN(number) || knownParams.has(number)) continue;
    throw new StartupError(
      'TW_NEST_PARAMETER',
      `Parameter ${index + 1} of ${type.name}.${method} has a decorator of routes that tools don't support, such as @Query() or @Param(). Read the input with @Body('name'), or the request with @Req().`,
    );
  }
}

function paramsOf(type: object, method: string): ParamsMetadata {
  return (Reflect.getMetadata(paramsKey, type, method) as ParamsMetadata | undefined) ?? {};
}

/** Reads the parameters of a method from the arguments of its handler. */
export const callParams: ParamsFactory = {
  exchangeKeyForValue(type: number, data: unknown, [request, , call]: readonly [object, object, HandledCall]): unknown {
    if (type === requestParam) return request;
    if (type === inputParam) return typeof data === 'string' ? own(call.input, data) : call.input;
    if (type === contextParam) return call.context;
    return type === runParam ? call.run : undefined;
  },
};
