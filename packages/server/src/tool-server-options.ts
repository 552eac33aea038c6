import type { RequirementsOptions } from '@toolwire/auth/stage';
import type { Call, Logger, Stage } from '@toolwire/core';
import type { WireCodec } from '@toolwire/core/wire';
import type { JsonSchemaValidator, SchemaConverter } from '@toolwire/validate';
import type { ServerAuth } from './anonymous.ts';
import type { CheckOrder } from './check-order.ts';
import type { Stages } from './checks.ts';
import type { CheckHealth, HealthOptions } from './health.ts';
import type { CorsOptions } from './http/cors.ts';
import type { ArtifactOptions } from './keep-output.ts';
import type { ReadyCall } from './ready-call.ts';
import type { ServerScopes } from './scopes.ts';
import type { ServerLimits } from './server-limits.ts';
import type { ServerTasks } from './tasks/task-stage.ts';
import type { ErrorOptions } from './thrown-errors.ts';
import type { ServedTools } from './tool-server.ts';
import type { Visible } from './visible.ts';

/** What a server serves, and how. */
export interface ToolServerOptions<Served extends ServedTools = ServedTools> extends ErrorOptions {
  /** Definitions and toolkits; a mistake in one of them is thrown before the first call. */
  readonly tools: Served;
  /** The protocols to serve, such as `otc()` and `mcp()`. */
  readonly wires: readonly WireCodec[];
  /** Stages of your own around every call, before its tool is known. */
  readonly use?: readonly Stage<Call>[] | undefined;
  /** Stages of your own around the run of a tool whose input fits. */
  readonly around?: readonly Stage<ReadyCall>[] | undefined;
  /** Checks to replace, one by one; what ends calls, limits them and runs tools stays the server's. */
  readonly stages?: Partial<Stages> | undefined;
  /** In which order a call is checked, with stages of your own among the checks; `['resolve', 'validate', 'requirements']` if left out. */
  readonly order?: CheckOrder | undefined;
  /** How much one call may take, and all of them together; each limit has a default. */
  readonly limits?: ServerLimits | undefined;
  /** Checks tools whose schemas are plain JSON Schemas: `ajv()` or `noEval()` of `@toolwire/validate`. */
  readonly validator?: JsonSchemaValidator | undefined;
  /** Make JSON Schemas for schema libraries that bring none along, such as `zod3()` of `@toolwire/validate/zod3`. */
  readonly converters?: readonly SchemaConverter[] | undefined;
  /** Refuses definitions that would only be warned about, such as a parameter without a description; `false` if left out. */
  readonly strict?: boolean | undefined;
  /** Whether the log hears, once, of tools that some models' interfaces or clients refuse or leave out; it does if left out. */
  readonly portability?: 'warn' | 'off' | undefined;
  /** `hide` keeps refused values out of parameter errors; `show` if left out. */
  readonly rejectedValues?: 'show' | 'hide' | undefined;
  /**
   * Names that the server is reached by, such as `tools.example.com`; with a port, only at that port. Its own pages may
   * call by them, and MCP at a loopback address is reached by them, as behind a proxy. Other callers need none.
   */
  readonly allowedHosts?: readonly string[] | undefined;
  /** Lets pages of other origins call; nothing is sent unless this is given. */
  readonly cors?: CorsOptions | undefined;
  /** Who may call and list: a verifier of `@toolwire/auth`, or `trustHost()` for those whom the app has signed in. `{ anonymous, verifier }` lets others in as well, for tools that are open. Left out, everybody may. */
  readonly auth?: ServerAuth | undefined;
  /** How the scopes that tools ask for are held against those of callers, and whether tools are listed to callers without them. */
  readonly scopes?: ServerScopes | undefined;
  /** Which tools and versions a caller may see; others are neither listed nor found, nor is any for which this throws. */
  readonly visible?: Visible | undefined;
  /** Where tokens, secrets and user ids come from that callers do not send, and where users may authorize a provider. */
  readonly requirements?: RequirementsOptions | undefined;
  /**
   * Runs calls that go on as tasks, of tools with `taskSupport`: `createTasks()` of `@toolwire/tasks` in this process, `createTaskCalls({ store, engine })`
   * in any that works. Left out, there are no tasks, and every tool runs while its caller waits.
   */
  readonly tasks?: ServerTasks | undefined;
  /** Where tools' files go, and values too long to be sent; left out, a tool that answers with a file fails. */
  readonly artifacts?: ArtifactOptions | undefined;
  /** Whether what the tools need is there, such as a database: `/health` answers 503 while it says no, throws, or takes too long. */
  readonly health?: CheckHealth | HealthOptions | undefined;
  /** Hears of what goes wrong; warnings and errors go to the console if left out. */
  readonly logger?: Logger | undefined;
}
