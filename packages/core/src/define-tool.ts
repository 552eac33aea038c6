import { checkDefinitionNames } from './definition-names.ts';
import type { ToolIdText, VersionText } from './definition-text.ts';
import type { MaybePromise } from './maybe-promise.ts';
import { markRelease } from './release-line.ts';
import type { Requirements } from './requirements.ts';
import type { Returnable } from './returnable.ts';
import type { AcceptedBy, ParsedBy, ReceivedBy, SentBy } from './schema-types.ts';
import type { SchemaSource, ToolDefinition } from './tool.ts';
import type { DeclaredContext } from './tool-context.ts';

// Symbol.for: two copies of this package, or ESM beside CommonJS, still know each other's tools.
const definitionMark = Symbol.for('toolwire.tool-definition');

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

type Composed = readonly unknown[] | { readonly [name: string]: unknown };

/** A value that may come with lists that nobody may change, as those of literals do; so many levels of it, since types may contain themselves. */
type Unchanging<Value, Level extends readonly unknown[] = []> = Level['length'] extends 8
  ? Value
  : Value extends Composed
    ? { readonly [Name in keyof Value]: Unchanging<Value[Name], [...Level, unknown]> }
    : Single<Value>;

/** The same value, as kinds that are written out: TypeScript 5 keeps a literal one only where it sees, before it knows the schema, that texts and numbers are among them. */
type Single<Value> = unknown extends Value
  ? NonNullable<unknown> | null | undefined
  : Value extends string | number | boolean | bigint | object | null | undefined | void
    ? Value
    : never;

/** What `defineTool` takes: a definition whose `run` is typed by its schemas and its requirements. */
export interface ToolSpec<
  Input extends SchemaSource | undefined,
  Output extends SchemaSource | null | undefined,
  Result = AcceptedBy<Output>,
  Id extends string = string,
  Version extends string = string,
  Secret extends string = string,
  Provider extends string = string,
  HasUser extends boolean = boolean,
> extends Omit<ToolDefinition, 'id' | 'version' | 'input' | 'output' | 'requirements' | 'run'> {
  /** `Toolkit.Tool`, such as `Calculator.Add`: letters, digits and underscores, without the version. */
  readonly id: ToolIdText<Id>;
  /** `x.y.z`; versions of one id may be served side by side, and callers who name none get the latest. */
  readonly version: VersionText<Version>;
  /** The schema of its parameters. */
  readonly input?: Input;
  /** The schema of what it returns. */
  readonly output?: Output;
  /** The tokens, secrets and user id that a call must bring along; `run` can read no others. */
  readonly requirements?: Requirements<Secret, Provider, HasUser> | undefined;
  /** Does the work with input that fits `input`, and returns what fits `output`; a thrown `ToolError` tells the caller why not. */
  run(
    input: ParsedBy<Input>,
    context: DeclaredContext<Secret, Provider, HasUser>,
  ): Output extends undefined ? MaybePromise<Returnable<NoInfer<Result>>> : MaybePromise<Result>;
}

/** Defines a tool once, for every wire and host. */
export function defineTool<
  const Input extends SchemaSource | undefined = undefined,
  const Output extends SchemaSource | null | undefined = undefined,
  // Inferred as a constant, so that 'open' stays 'open' and does not become any string before it is held against the schema.
  const Result extends Unchanging<AcceptedBy<Output>> = Unchanging<AcceptedBy<Output>>,
  const Id extends string = string,
  const Version extends string = string,
  const Secret extends string = never,
  const Provider extends string = never,
  const HasUser extends boolean = false,
>(
  spec: ToolSpec<Input, Output, Result, Id, Version, Secret, Provider, HasUser>,
): DefinedTool<ParsedBy<Input>, AcceptedBy<Output>, SentBy<Input>, ReceivedBy<Output>, Id, Version>;
export function defineTool(spec: ToolDefinition): ToolDefinition {
  checkDefinitionNames(spec);
  const definition = { ...spec };
  Object.defineProperty(definition, definitionMark, { value: true });
  return markRelease(definition);
}

/** Tells a tool made by `defineTool`, of any copy of this package, from a look-alike. */
export function isToolDefinition(value: unknown): value is ToolDefinition {
  return typeof value === 'object' && value !== null && definitionMark in value;
}
