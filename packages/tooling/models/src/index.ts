export type { JsonSchema, ModelTool, ToolChange, ToolReport } from './adapt/model-tool.ts';
export { type Attempts, createAttempts } from './calls/attempts.ts';
export type { AnsweredCall, ModelAnswer, ModelCall, TurnOptions } from './calls/model-answer.ts';
export type { CallDetails, CallTool, ToolCaller } from './calls/tool-caller.ts';
export type { RefusedCall, StoredOutput, ToolFailure, ToolResult } from './calls/tool-result.ts';
export type { TextStore } from './calls/truncate-text.ts';
export {
  anthropicStrict,
  findStrictProblems,
  openAiStrict,
  type StrictProblem,
  type StrictRules,
} from './schema/strict-rules.ts';
export type { ModelToolSource } from './source/model-tool-source.ts';
export type { ModelToolsOptions, StrictModelToolsOptions } from './to/model-tools-options.ts';
