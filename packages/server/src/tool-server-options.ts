import type { RequirementsOptions } from '@toolwire/auth/stage';
import type { Call, Logger, Stage } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import type { JsonSchemaValidator, SchemaConverter } from '@toolwire/validate';
import type { ServerAuth, ServerScopes } from './auth/auth-options.ts';
import type { ConfirmOptions } from './confirm/confirm-options.ts';
import type { ServerLimits } from './default-limits.ts';
import type { CorsOptions } from './http/cors.ts';
import type { CheckHealth } from './lifecycle/server-health.ts';
import type { CheckOrder, Stages } from './pipeline/checks.ts';
import type { ErrorOptions } from './run/error-hooks.ts';
import type { ReadyCall } from './run/resolved-call.ts';
import type { ArtifactOptions } from './run/store-artifact.ts';
import type { ServerTasks } from './tasks/start-task.ts';
import type { ServedTools } from './tool-server.ts';
import type { Visible } from './tools/visibility.ts';

// The defaults are in `default-limits.ts`, `pipeline/checks.ts`, `confirm/confirm-options.ts` and `console-logger.ts`. Those of
// `strict` and `rejectedValues` are in `compile/compile-input.ts` of `@toolwire/validate`. `tools/compile-tools.ts` applies `portability`.
/** Options of `createToolServer()`. */
export interface ToolServerOptions<Served extends ServedTools = ServedTools> extends ErrorOptions {
  /** Definitions and toolkits. An invalid one throws before the first call. */
  readonly tools: Served;
  /** The protocols to serve, such as `otc()` and `mcp()`. */
  readonly wires: readonly WireCodec[];
  /** Your middleware around every call, before its tool is known. */
  readonly use?: readonly Stage<Call>[] | undefined;
  /** Your middleware around the run of a tool, after its input is validated. */
  readonly around?: readonly Stage<ReadyCall>[] | undefined;
  /** Replaces single checks. Limits, timeouts and the run stay the server's. */
  readonly stages?: Partial<Stages> | undefined;
  /** The order of the checks, with your middleware among them; `['resolve', 'validate', 'requirements']` by default. */
  readonly order?: CheckOrder | undefined;
  /** Limits of one call, and of all calls together. Each has a default. */
  readonly limits?: ServerLimits | undefined;
  /** Validates plain JSON Schemas: `ajv()` or `noEval()` of `@toolwire/validate`. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Create JSON Schemas for schema libraries that can't, such as `zod3()` of `@toolwire/validate/zod3`. */
  readonly converters?: readonly SchemaConverter[] | undefined;
  /** Turns missing parameter descriptions into errors; `false` by default. Warnings about patterns and outputs stay warnings. */
  readonly strict?: boolean | undefined;
  /** Whether to log tools that some model APIs or clients reject; `warn` by default. */
  readonly portability?: 'warn' | 'off' | undefined;
  /** `hide` keeps rejected values out of parameter errors; `show` by default. */
  readonly rejectedValues?: 'show' | 'hide' | undefined;
  /**
   * The host names of the server, such as `tools.example.com`; with a port, only at that port. Its own pages may call with these names,
   * and MCP at a loopback address accepts them, as behind a proxy. Other callers need none.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Allows pages of other origins. No CORS headers are sent without it. */
  readonly cors?: CorsOptions | undefined;
  /** Authenticates callers: a verifier of `@toolwire/auth`, or `trustHost()` for the users of your app. `{ anonymous, verifier }` also allows anonymous callers for open tools. Without it, every caller is accepted. */
  readonly auth?: ServerAuth | undefined;
  /** How scopes are compared, and whether tools are listed to callers without their scopes. */
  readonly scopes?: ServerScopes | undefined;
  /** Which tools and versions a caller may see, such as `(tool, principal, values, client) => client.canAsk('form')`. Hidden ones are neither listed nor found. A tool for which this throws is hidden. */
  readonly visible?: Visible | undefined;
  /** Supplies tokens, secrets and user IDs that callers do not send, and URLs where users authorize a provider. */
  readonly requirements?: RequirementsOptions | undefined;
  /**
   * Runs calls of tools with `taskSupport` as tasks: `createTasks()` of `@toolwire/tasks` in this process, `createTaskCalls({ store, engine })`
   * in any worker. Without it, every tool runs while its caller waits.
   */
  readonly tasks?: ServerTasks | undefined;
  /** The keys and the store of confirmation tokens, for tools with `confirm`; by default a random key, and a store in memory. */
  readonly confirm?: ConfirmOptions | undefined;
  /** Stores files that tools return, and values that are too long to send. Without it, a tool that returns a file fails. */
  readonly artifacts?: ArtifactOptions | undefined;
  /** Checks the dependencies of the tools, such as a database. `/health` responds 503 while it returns false, throws or times out. */
  readonly health?: CheckHealth | undefined;
  /** The logger; by default warnings and errors go to the console. */
  readonly logger?: Logger | undefined;
}
