export type { CallArguments, NamedTool, ToolSource, ToolsByName, TypedTool } from '@toolwire/internal';
export type { AuthOptions } from './auth.ts';
export type { CallContext, RequirementSources } from './call-context.ts';
export type { CallOptions, RequestOptions } from './call-options.ts';
export type {
  CallFacts,
  CallResult,
  FailedResult,
  InvalidResult,
  Listed,
  ListResult,
  MissingRequirements,
  Refusal,
  RefusalCode,
  RefusedResult,
  ToolFailure,
  ValueResult,
} from './call-result.ts';
export type { CallInput, CallOutput, UnknownTool } from './call-types.ts';
export type { Client } from './client.ts';
export type { ClientOptions } from './client-options.ts';
export { createClient } from './create-client.ts';
export type { Fetch } from './exchange.ts';
export type { ClientFollowOptions, RunningCall } from './follow-options.ts';
export type { JwtOptions } from './jwt.ts';
export type { AuthorizationRequirement, JsonSchema, ListedTool, Requirements } from './listed-tool.ts';
export type { MaybePromise } from './maybe-promise.ts';
export type { ClientRetry, ClientRetryOptions } from './retry-options.ts';
export type { ToolMethods } from './tool-methods.ts';
export type { CallsOf, TypedCall } from './typed-call.ts';
export type { TypedClient } from './typed-client.ts';
