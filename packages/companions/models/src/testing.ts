export { type Cassette, type CassetteOptions, openCassette } from './testing/cassette.ts';
export {
  createScriptedModel,
  type ReadAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedTurn,
  type ScriptOptions,
  type ToldTool,
} from './testing/scripted-model.ts';
export { type ToolMatchers, toolMatchers } from './testing/tool-matchers.ts';
export type { Pattern, Verdict } from './testing/verdict.ts';
