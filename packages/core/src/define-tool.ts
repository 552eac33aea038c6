import type { StandardSchemaV1 } from '@standard-schema/spec';
import { checkDefinitionNames } from './definition-names.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { SchemaSource, ToolContext, ToolDefinition } from './tool.ts';

// Symbol.for: two copies of this package, or ESM beside CommonJS, still know each other's tools.
const definitionMark = Symbol.for('toolwire.tool-definition');

/** The value a schema hands to `run`, after its defaults and transforms. */
export type ParsedBy<Schema> =
  Schema extends StandardSchemaV1<infer _In, infer Out>
    ? Out
    : Schema extends undefined
      ? Record<string, never>
      : Readonly<Record<string, unknown>>;

/** The value `run` must return for a schema. */
export type AcceptedBy<Schema> =
  Schema extends StandardSchemaV1<infer In, infer _Out> ? In : Schema extends null ? void : unknown;

/** What callers send for a schema, before its defaults and transforms. */
type SentBy<Schema> =
  Schema extends StandardSchemaV1<infer In, infer _Out>
    ? In
    : Schema extends undefined
      ? Record<string, never>
      : Readonly<Record<string, unknown>>;

/** What callers get for a schema, before it is written as JSON. */
type ReceivedBy<Schema> =
  Schema extends StandardSchemaV1<infer _In, infer Out> ? Out : Schema extends null ? void : unknown;

/** A definition whose type says what callers of the tool send and get; nothing of that is there at run time. */
export interface DefinedTool<
  Input,
  Output,
  Sent = Input,
  Received = Output,
  Id extends string = string,
  Version extends string = string,
> extends ToolDefinition<Input, Output> {
  readonly id: Id;
  readonly version: Version;
  readonly '~caller'?: { readonly sends: Sent; readonly gets: Received };
}

/** A value that may come with lists that nobody may change, as those of literals do; so many levels of it, since types may contain themselves. */
type Unchanging<Value, Level extends readonly unknown[] = []> = Level['length'] extends 8
  ? Value
  : Value extends readonly unknown[] | { readonly [name: string]: unknown }
    ? { readonly [Name in keyof Value]: Unchanging<Value[Name], [...Level, unknown]> }
    : Value;

/** What `defineTool` takes: a definition whose `run` is typed by its schemas. */
export interface ToolSpec<
  Input extends SchemaSource | undefined,
  Output extends SchemaSource | null | undefined,
  Result = AcceptedBy<Output>,
  Id extends string = string,
  Version extends string = string,
> extends Omit<ToolDefinition, 'id' | 'version' | 'input' | 'output' | 'run'> {
  /** `Toolkit.Tool`, such as `Calculator.Add`: letters, digits and underscores, without the version. */
  readonly id: Id;
  /** `x.y.z`; versions of one id may be served side by side, and callers who name none get the latest. */
  readonly version: Version;
  readonly input?: Input;
  readonly output?: Output;
  run(input: ParsedBy<Input>, context: ToolContext): MaybePromise<Result>;
}

/** Defines a tool once, for every wire and host. */
export function defineTool<
  const Input extends SchemaSource | undefined = undefined,
  const Output extends SchemaSource | null | undefined = undefined,
  // Inferred as a constant, so that 'open' stays 'open' and does not become any string before it is held against the schema.
  const Result extends Unchanging<AcceptedBy<Output>> = Unchanging<AcceptedBy<Output>>,
  const Id extends string = string,
  const Version extends string = string,
>(
  spec: ToolSpec<Input, Output, Result, Id, Version>,
): DefinedTool<ParsedBy<Input>, AcceptedBy<Output>, SentBy<Input>, ReceivedBy<Output>, Id, Version> {
  checkDefinitionNames(spec as ToolDefinition);
  const definition = { ...spec };
  Object.defineProperty(definition, definitionMark, { value: true });
  return definition as ToolDefinition<ParsedBy<Input>, AcceptedBy<Output>> & {
    readonly id: Id;
    readonly version: Version;
  };
}

/** Tells a tool made by `defineTool`, of any copy of this package, from a look-alike. */
export function isToolDefinition(value: unknown): value is ToolDefinition {
  return typeof value === 'object' && value !== null && definitionMark in value;
}
