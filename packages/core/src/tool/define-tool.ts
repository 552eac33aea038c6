import { hasMark, type MaybePromise } from '@toolwire/internal';
import { markReleaseLine } from '../release-line.ts';
import { checkUnknownFields } from './definition-fields.ts';
import type { JsonOutput } from './json-output.ts';
import type { Requirements } from './requirements.ts';
import type { ReceivedOutput, RunInput, RunOutput, SentInput } from './schema-types.ts';
import type { ConfirmSource, SchemaSource, ToolDefinition } from './tool.ts';
import type { DeclaredContext } from './tool-context.ts';
import type { WithContent } from './tool-result.ts';

// Symbol.for, so that several copies of this package recognize each other's tools.
const definitionMark = Symbol.for('toolwire.tool-definition');

/**
 * A definition with the types of its input and result, which don't exist at run time. `run` receives `Input` and returns `Output`. Callers
 * send `Sent` and receive `Received`, which are other types if a schema has defaults or transforms.
 */
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

type Container = readonly unknown[] | { readonly [name: string]: unknown };

/** A type whose arrays and members are readonly at each level, as in `const` literals. The depth is limited, because types may be recursive. */
type DeepReadonly<Value, Level extends readonly unknown[] = []> = Level['length'] extends 8
  ? Value
  : Value extends Container
    ? { readonly [Name in keyof Value]: DeepReadonly<Value[Name], [...Level, unknown]> }
    : Leaf<Value>;

/** The same type, written so that the constraint names string and number: TypeScript 5 keeps literals only then. */
type Leaf<Value> = unknown extends Value
  ? NonNullable<unknown> | null | undefined
  : Value extends string | number | boolean | bigint | object | null | undefined | void
    ? Value
    : never;

/** The argument of `defineTool`: a definition whose `run` is typed by its schemas and requirements. */
export interface ToolSpec<
  Input extends SchemaSource | undefined,
  Output extends SchemaSource | null | undefined,
  Result = RunOutput<Output>,
  Id extends string = string,
  Version extends string = string,
  Secret extends string = string,
  Provider extends string = string,
  HasUser extends boolean = boolean,
> extends Omit<ToolDefinition, 'id' | 'version' | 'input' | 'output' | 'requirements' | 'confirm' | 'run'> {
  /** `Toolkit.Tool`, such as `Calculator.Add`: letters, digits and underscores, without the version. */
  readonly id: ToolIdText<Id>;
  /** `x.y.z`. Several versions of one ID can be served; callers that request none get the latest. */
  readonly version: VersionText<Version>;
  /** The schema of its parameters. */
  readonly input?: Input;
  /** The schema of what it returns. */
  readonly output?: Output;
  /** The tokens, secrets and user ID that a call needs. `run` can read no others. */
  readonly requirements?: Requirements<Secret, Provider, HasUser> | undefined;
  /** The question that must be confirmed before each run, such as `Delete all orders?`, or a function of the input that returns it. */
  readonly confirm?: ConfirmSource<RunInput<Input>, DeclaredContext<Secret, Provider, HasUser>> | undefined;
  /** The handler: receives validated input and returns a value that matches `output`. A thrown `ToolError` is reported to the caller. */
  run(
    input: RunInput<Input>,
    context: DeclaredContext<Secret, Provider, HasUser>,
  ): Output extends undefined
    ? MaybePromise<JsonOutput<NoInfer<Result>>>
    : MaybePromise<Result | WithContent<NoInfer<DeepReadonly<RunOutput<Output>>>>>;
}

/**
 * The schemas once more. If a definition lacks a field and has an unknown one, such as `execute` instead of `run`, TypeScript infers
 * nothing from `ToolSpec`, and would report the schemas instead of the unknown field.
 */
interface Schemas<Input, Output> {
  readonly input?: Input;
  readonly output?: Output;
}

/** Defines a tool for every protocol and host. */
export function defineTool<
  const Input extends SchemaSource | undefined = undefined,
  const Output extends SchemaSource | null | undefined = undefined,
  // Inferred as a constant, so that 'open' stays 'open' and does not widen to string.
  const Result extends DeepReadonly<RunOutput<Output>> = DeepReadonly<RunOutput<Output>>,
  const Id extends string = string,
  const Version extends string = string,
  const Secret extends string = never,
  const Provider extends string = never,
  const HasUser extends boolean = false,
>(
  spec: ToolSpec<Input, Output, Result, Id, Version, Secret, Provider, HasUser> & Schemas<Input, Output>,
): DefinedTool<RunInput<Input>, RunOutput<Output>, SentInput<Input>, ReceivedOutput<Output>, Id, Version>;
export function defineTool(spec: ToolDefinition): ToolDefinition {
  checkUnknownFields(spec);
  const definition = { ...spec };
  Object.defineProperty(definition, definitionMark, { value: true });
  return markReleaseLine(definition);
}

/** Whether a value was created by `defineTool` of any copy of this package; never throws. */
export function isToolDefinition(value: unknown): value is ToolDefinition {
  return hasMark(value, definitionMark);
}

/** Common characters that are invalid in a tool ID. The server checks every character. */
type InvalidCharacter = '@' | '-' | ' ' | '/' | ':' | '#' | '+' | '*' | '$' | '(' | ')' | ',' | ';' | "'" | '"' | '\\';

/** Invalid IDs; a named type, so that the compiler builds it once. */
type InvalidId =
  | `${string}.${string}.${string}`
  | `.${string}`
  | `${string}.`
  | `${string}${InvalidCharacter}${string}`;

/** A valid ID itself; otherwise a message that the compiler's error shows. */
type ToolIdText<Id extends string> = string extends Id
  ? Id
  : Id extends `${string}@${string}`
    ? `'${Id}' has a version in it: write the ID without it, and the version into \`version\``
    : Id extends InvalidId
      ? `'${Id}' is not a tool ID: write Toolkit.Tool, two names of letters, digits and _, such as 'Calculator.Add'`
      : Id extends `${string}.${string}`
        ? Id
        : `'${Id}' is not a tool ID: write Toolkit.Tool, such as 'Calculator.${Id}'`;

type Dashed = `-${string}` | `${string}-${string}`;

/** A valid version itself; otherwise a message. */
type VersionText<Version extends string> = string extends Version
  ? Version
  : Version extends Dashed
    ? `'${Version}' is not a tool version: write only three numbers, such as '1.0.0'`
    : Version extends `${bigint}.${bigint}.${bigint}`
      ? Version
      : `'${Version}' is not a tool version: write three numbers, such as '1.0.0'`;
