import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { MaybePromise } from '@toolwire/internal';
import type { UploadRule } from '../artifacts/artifact-store.ts';
import type { Requirements } from './requirements.ts';
import type { JsonObject, JsonSchema } from './schema-types.ts';
import type { ToolContext } from './tool-context.ts';
import type { WithContent } from './tool-result.ts';
import type { ToolUi } from './tool-ui.ts';

/** Hints for clients about what running a tool does. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readonly readOnly?: boolean | undefined;
  /** It may delete or overwrite. */
  readonly destructive?: boolean | undefined;
  /** Running it twice with the same input does no more than once. */
  readonly idempotent?: boolean | undefined;
  /** It reaches systems outside the app, such as the web. */
  readonly openWorld?: boolean | undefined;
}

/** The deprecation of a version, and its successor. */
export interface Deprecation {
  /** When it was deprecated, as an ISO date or date-time. */
  readonly since?: string | undefined;
  /** When it stops working, as an ISO date or date-time. */
  readonly sunset?: string | undefined;
  /** The tool ID to use instead, such as `Calculator.Add@2.0.0`. */
  readonly successor?: string | undefined;
  /** A page for people about the change. */
  readonly link?: string | undefined;
}

/** A picture for a tool. */
export interface Icon {
  /** An `https:` or `data:` URL. */
  readonly src: string;
  readonly mimeType?: string | undefined;
  /** Such as `48x48`, or `any`. */
  readonly sizes?: readonly string[] | undefined;
  /** The background it is made for. */
  readonly theme?: 'light' | 'dark' | undefined;
}

/** The public information about a tool. */
export interface ToolInfo {
  /** `Toolkit.Tool`, without the version. */
  readonly id: string;
  /** `x.y.z`. */
  readonly version: string;
  /** A unique name that models accept, derived from the ID and never parsed. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** The input schema as its author wrote it, if it has `$schema` or is recursive; for protocols whose clients resolve references. */
  readonly inputDocument?: JsonSchema;
  /** `null` when the tool returns nothing, `{}` when it may return any JSON value. */
  readonly outputSchema: JsonSchema | null;
  readonly requirements?: Requirements;
  /** The scopes that its caller needs; none by default. */
  readonly scopes?: readonly string[];
  /** Whether anonymous callers may call it; absent if the server treats all tools alike. */
  readonly anonymous?: boolean;
  readonly annotations?: ToolAnnotations;
  readonly deprecation?: Deprecation;
  readonly icons?: readonly Icon[];
  /** Whether a call may, or must, continue as a task; by default it doesn't. */
  readonly taskSupport?: 'optional' | 'required';
  /** Custom metadata, under prefixed names; sent by protocols that support it. */
  readonly meta?: JsonObject;
  /** A page that shows its results. */
  readonly ui?: ToolUi;
}

/** A schema as authors write it: any Standard Schema (Zod, Valibot, ArkType …) or a plain JSON Schema. */
export type SchemaSource = StandardSchemaV1 | StandardJSONSchemaV1 | JsonSchema;

/** The question of a tool before each run, or a function that returns it; `undefined` runs without a question. */
export type ConfirmSource<Input, Context> =
  | string
  // Declared as a method (bivariant), so that a typed definition is assignable to `ToolDefinition`.
  | { question(input: Input, context: Context): MaybePromise<string | undefined> }['question'];

/** A tool as its author defines it: plain data and a function. */
export interface ToolDefinition<Input = unknown, Output = unknown> {
  /** `Toolkit.Tool`, such as `Calculator.Add`: letters, digits and underscores, without the version. */
  readonly id: string;
  /** `x.y.z`. Several versions of one ID can be served; callers that request none get the latest. */
  readonly version: string;
  /** The model-facing name, up to 64 of `A-Z a-z 0-9 _ -`; by default the ID with an underscore for the dot. */
  readonly name?: string | undefined;
  /** A name for people, such as `Add two numbers`. */
  readonly title?: string | undefined;
  /** What the tool does and when to use it, in one or two sentences. Models choose tools by this text. */
  readonly description: string;
  /** The input schema; without it the tool has no parameters. */
  readonly input?: SchemaSource | undefined;
  /** The output schema; by default any JSON value. `null`: the tool returns nothing. */
  readonly output?: SchemaSource | null | undefined;
  /** The tokens, secrets and user ID that a call needs. `run` can read no others. */
  readonly requirements?: Requirements | undefined;
  /** The scopes that its caller needs, such as `['orders:write']`. An empty list requires an authenticated caller. */
  readonly scopes?: readonly string[] | undefined;
  /** Hints about its effects. A `readOnly` or `idempotent` tool may be retried. */
  readonly annotations?: ToolAnnotations | undefined;
  /** The question that must be confirmed before each run, such as `Delete all orders?`, or a function of the input that returns it. */
  readonly confirm?: ConfirmSource<unknown, ToolContext> | undefined;
  /** The parameters whose value is the reference of an uploaded file, or a list of references. `run` reads the file with `upload`. */
  readonly uploads?: Readonly<Record<string, UploadRule>> | undefined;
  /** Deprecates this version; it is still served. */
  readonly deprecation?: Deprecation | undefined;
  /** Icons that clients may show. */
  readonly icons?: readonly Icon[] | undefined;
  /** Whether a call may, or must, continue as a task; by default it doesn't. */
  readonly taskSupport?: 'optional' | 'required' | undefined;
  /** Custom metadata, under prefixed names; sent by protocols that support it. */
  readonly meta?: JsonObject | undefined;
  /** A page that shows its results, in clients that support MCP Apps. */
  readonly ui?: ToolUi | undefined;
  /** The timeout of a call, in milliseconds; the server's limit by default. */
  readonly timeoutMs?: number | undefined;
  /** The handler: receives validated input and returns a value that matches `output`. A thrown `ToolError` is reported to the caller. */
  run(input: Input, context: ToolContext): MaybePromise<Output | WithContent<Output>>;
}

/** The result of a check: the value to use, or the errors. */
export type Checked<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      /** Errors by parameter; empty for outputs. */
      readonly parameterErrors: Readonly<Record<string, string>>;
      /** For developers: the exact place, never the value. */
      readonly detail?: string;
      /** Why an output can't be sent. */
      readonly reason?: 'not_json' | 'too_large' | 'mismatch' | undefined;
    };

/** Validates a value, and returns the value to use. */
export type Check = (value: unknown) => MaybePromise<Checked>;

/** A compiled tool. */
export interface Tool extends ToolInfo {
  readonly timeoutMs?: number;
  readonly checkInput: Check;
  readonly checkOutput: Check;
  /** Returns the question to confirm before a run; absent if its calls need no confirmation. */
  readonly confirm?: (input: unknown, context: ToolContext) => unknown;
  /** The parameters that refer to uploaded files; absent if none does. */
  readonly uploads?: Readonly<Record<string, UploadRule>>;
  run(input: unknown, context: ToolContext): unknown;
}
