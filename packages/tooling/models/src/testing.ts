export { type Cassette, type CassetteOptions, openCassette } from './testing/cassette.ts';
export {
  createScriptedModel,
  type ModelFacingTool,
  type ScriptedAnswer,
  type ScriptedCall,
  type ScriptedModel,
  type ScriptedModelOptions,
  type ScriptedTurn,
} from './testing/scripted-model.ts';
export { type Pattern, type ToolMatchers, toolMatchers } from './testing/tool-matchers.ts';
