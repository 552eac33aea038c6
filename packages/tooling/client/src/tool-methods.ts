import type { CallResult } from './call-result.ts';
import type { CallOptions } from './options/call-options.ts';
import type { TypedCall } from './typed-call.ts';

/** Tools as methods, by toolkit and name. */
export type ToolMethods<Calls, Id = IdIn<keyof Calls>> = {
  readonly [Kit in ToolkitOf<Id>]: {
    readonly [Tool in Extract<Id, `${Kit}.${string}`> as MethodOf<Tool>]: ToolMethod<
      Extract<Calls[Tool & keyof Calls], TypedCall>
    >;
  };
};

type ToolMethod<Call extends TypedCall> = (...rest: Call['arguments']) => Promise<CallResult<Call['output']>>;

type IdIn<Name> = Name extends `${string}@${string}` ? never : Name;
type ToolkitOf<Id> = Id extends `${infer Kit}.${string}` ? Kit : never;
type MethodOf<Id> = Id extends `${string}.${infer Name}` ? Name : never;

type Methods = Readonly<Record<string, (input?: object, options?: CallOptions) => Promise<CallResult>>>;

/** Properties that JavaScript itself reads from any object. Without this list, `await` would call a tool. */
const reservedNames = new Set(['then', 'toJSON']);

/** Creates a method when it is read, because only the server and the types know the tools. */
export function createToolMethods(
  call: (toolId: string, input: object | undefined, options: CallOptions | undefined) => Promise<CallResult>,
): Readonly<Record<string, Methods>> {
  return proxyByName((kit) => proxyByName((name) => (input, options) => call(`${kit}.${name}`, input, options)));
}

function proxyByName<Value>(createValue: (name: string) => Value): Readonly<Record<string, Value>> {
  return new Proxy<Record<string, Value>>(Object.create(null) as Record<string, Value>, {
    get: (_target, name) => (typeof name === 'symbol' || reservedNames.has(name) ? undefined : createValue(name)),
  });
}
