import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { JsonObject, JsonSchema } from './json.ts';
import type { MaybePromise } from './maybe-promise.ts';
import type { Requirements } from './requirements.ts';
import type { ToolContext } from './tool-context.ts';
import type { ToolUi } from './tool-ui.ts';

/** Hints for clients about what running a tool does. */
export interface ToolAnnotations {
  /** It changes nothing. */
  readonly readOnly?: boolean | undefined;
  /** It may delete or overwrite. */
  readonly destructive?: boolean | undefined;
  /** Running it twice with the same input does no more than once. */
  readonly idempotent?: boolean | undefined;
  /** It reaches what others change as well, such as the web. */
  readonly openWorld?: boolean | undefined;
}

/** Says that a version is on its way out, and where to go instead. */
export interface Deprecation {
  /** When it was deprecated, as an ISO date or date-time; left out, it simply is. */
  readonly since?: string | undefined;
  /** When it stops working, as an ISO date or date-time. */
  readonly sunset?: string | undefined;
  /** The tool id to use instead, such as `Calculator.Add@2.0.0`. */
  readonly successor?: string | undefined;
  /** A page for people about the change. */
  readonly link?: string | undefined;
}

/** A picture for a tool. */
export interface Icon {
  /** An https or data address. */
  readonly src: string;
  readonly mimeType?: string;
  /** Such as `48x48`, or `any`. */
  readonly sizes?: readonly string[];
  /** The background it is made for. */
  readonly theme?: 'light' | 'dark';
}

/** All that a wire may publish about a tool. */
export interface ToolInfo {
  /** `Toolkit.Tool`, without the version. */
  readonly id: string;
  /** `x.y.z`. */
  readonly version: string;
  /** A unique name that models accept, derived from the id and never parsed back. */
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly inputSchema: JsonSchema;
  /** The same as its author wrote it, where that names its dialect by `$schema`, or with `$defs`, where it contains itself: for wires whose clients read references. */
  readonly inputDocument?: JsonSchema;
  /** `null` when the tool returns nothing, `{}` when it may return any JSON value. */
  readonly outputSchema: JsonSchema | null;
  readonly requirements?: Requirements;
  /** What its caller must have been granted, all of it; left out, nothing. */
  readonly scopes?: readonly string[];
  /** Whether callers without credentials may call it; left out where the server makes no difference between tools. */
  readonly anonymous?: boolean;
  readonly annotations?: ToolAnnotations;
  readonly deprecation?: Deprecation;
  readonly icons?: readonly Icon[];
  /** Whether a call may, or must, go on as a task that its caller asks about; left out, it does not. */
  readonly taskSupport?: 'optional' | 'required';
  /** What else to publish, under names with a prefix of your own; sent by wires that have a place for it. */
  readonly meta?: JsonObject;
  /** A page that shows its results. */
  readonly ui?: ToolUi;
}

/** A schema as authors write it: any Standard Schema (zod, valibot, arktype …) or a plain JSON Schema. */
export type SchemaSource = StandardSchemaV1 | StandardJSONSchemaV1 | JsonSchema;

/** A tool as its author defined it: plain data and a function, safe to ship in a package. */
export interface ToolDefinition<Input = unknown, Output = unknown> {
  /** `Toolkit.Tool`, such as `Calculator.Add`: letters, digits and underscores, without the version. */
  readonly id: string;
  /** `x.y.z`; versions of one id may be served side by side, and callers who name none get the latest. */
  readonly version: string;
  /** The name that models see, up to 64 of `A-Z a-z 0-9 _ -`; left out, the id with an underscore for the dot. */
  readonly name?: string | undefined;
  /** A name for people, such as `Add two numbers`. */
  readonly title?: string | undefined;
  /** What the tool does and when to use it, in a sentence or two: models choose by it. */
  readonly description: string;
  /** Left out: the tool takes no parameters. */
  readonly input?: SchemaSource | undefined;
  /** Left out: any JSON value; `null`: the tool returns nothing. */
  readonly output?: SchemaSource | null | undefined;
  /** The tokens, secrets and user id that a call must bring along; `run` can read no others. */
  readonly requirements?: Requirements | undefined;
  /** What its caller must have been granted, all of it, such as `['orders:write']`; an empty list asks for a caller who has signed in. */
  readonly scopes?: readonly string[] | undefined;
  /** Hints about what running it does; one that is `readOnly` or `idempotent` may be tried again. */
  readonly annotations?: ToolAnnotations | undefined;
  /** Says that this version is on its way out; it is still served. */
  readonly deprecation?: Deprecation | undefined;
  /** Pictures that clients may show beside the tool. */
  readonly icons?: readonly Icon[] | undefined;
  /** Whether a call may, or must, go on as a task that its caller asks about; left out, it does not. */
  readonly taskSupport?: 'optional' | 'required' | undefined;
  /** What else to publish, under names with a prefix of your own; sent by wires that have a place for it. */
  readonly meta?: JsonObject | undefined;
  /** A page that shows its results, in clients that have room for one (MCP Apps). */
  readonly ui?: ToolUi | undefined;
  /** The longest a call may run, in milliseconds; the server's default otherwise. */
  readonly timeoutMs?: number | undefined;
  /** Does the work with input that fits `input`, and returns what fits `output`; a thrown `ToolError` tells the caller why not. */
  run(input: Input, context: ToolContext): MaybePromise<Output>;
}

/** What a check found: the value to go on with, or what is wrong with it. */
export type Checked<T = unknown> =
  | { readonly ok: true; readonly value: T }
  | {
      readonly ok: false;
      readonly message: string;
      /** What is wrong with which parameter; empty for outputs. */
      readonly parameterErrors: Readonly<Record<string, string>>;
      /** For developers: where exactly, and never the value itself. */
      readonly detail?: string;
    };

/** Checks a value against a schema; the value that comes back is the one to use. */
export type Check = (value: unknown) => MaybePromise<Checked>;

/** A tool made ready to serve: its schemas converted, its checks compiled. */
export interface Tool extends ToolInfo {
  readonly timeoutMs?: number;
  readonly checkInput: Check;
  readonly checkOutput: Check;
  run(input: unknown, context: ToolContext): unknown;
}
