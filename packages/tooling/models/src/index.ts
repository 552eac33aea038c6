export type { AnsweredCall, AnswerOptions, ModelAnswer, ModelCall, TurnOptions } from './calls/answer-calls.ts';
export type {
  DeferOptions,
  ExampleInput,
  ExampleOptions,
  LoopToolsOptions,
  ModelToolsOptions,
  StrictLoopToolsOptions,
  StrictModelToolsOptions,
} from './calls/answer-options.ts';
export { type Attempts, type AttemptsPolicy, createAttempts } from './calls/attempts.ts';
export type {
  CallDetails,
  CallTool,
  RefusedCall,
  StoredOutput,
  ToolCaller,
  ToolClient,
  ToolFailure,
  ToolResult,
} from './calls/tool-result.ts';
export type { TextStore, TruncateOptions } from './calls/truncate-text.ts';
export type { JsonSchema, ModelTool, ToolChange, ToolReport } from './offer/model-tool.ts';
export type { OfferOptions, StrictOfferOptions } from './offer/offer-tools.ts';
export { findStrictProblems, type StrictProblem } from './schema/strict-problems.ts';
export { anthropicStrict, openAiStrict, type StrictRules } from './schema/strict-rules.ts';
export type {
  CallableTools,
  McpListedTool,
  McpToolPage,
  ModelToolList,
  ModelToolSource,
  SourceClient,
  SourceMcpClient,
  SourceServer,
  ToolListing,
} from './source/model-tool-source.ts';
