export type { CallArguments, MaybePromise, NamedTool, ToolSource, ToolsByName, TypedTool } from '@toolwire/internal';
export type {
  CallResult,
  FailedResult,
  InvalidResult,
  MissingRequirements,
  Refusal,
  RefusalCode,
  RefusedResult,
  ToolFailure,
  ValueResult,
} from './call-result.ts';
export type { CallContext, RequirementSources } from './calls/call-context.ts';
export type { Client, TypedClient } from './client.ts';
export { createClient } from './create-client.ts';
export type {
  AuthorizationRequirement,
  JsonSchema,
  ListedResult,
  ListedTool,
  ListResult,
  Requirements,
} from './listed-tool.ts';
export type { AuthOptions } from './options/auth.ts';
export type { CallOptions, RequestOptions } from './options/call-options.ts';
export type { ClientOptions } from './options/client-options.ts';
export type { FollowOptions, RunningCall } from './options/follow-options.ts';
export type { JwtOptions } from './options/jwt.ts';
export type { RetryEvent, RetryOptions } from './options/retry-options.ts';
export type { Fetch } from './send/exchange.ts';
export type { ToolMethods } from './tool-methods.ts';
export type { CallInput, CallOutput, CallsOf, TypedCall, UnknownTool } from './typed-call.ts';
