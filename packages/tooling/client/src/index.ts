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
export type { AuthOptions, JwtOptions } from './options/auth.ts';
export type {
  CallOptions,
  FollowOptions,
  RequestOptions,
  RetryEvent,
  RetryOptions,
  RunningCall,
} from './options/call-options.ts';
export type { ClientOptions } from './options/client-options.ts';
export type { Fetch } from './send/exchange.ts';
export type { CallInput, CallOutput, CallsOf, ToolMethods, TypedCall, UnknownTool } from './typed-call.ts';
