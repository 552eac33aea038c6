export type { JsonSchema } from './json-schema.ts';
export {
  findPortabilityProblems,
  type PortabilityProblem,
  type PortabilityReader,
  type PortableTool,
} from './portability.ts';
export { portabilityReport, type ReportedTool, type ToolPortability } from './portability-report.ts';
export { portableInput } from './portable-input.ts';
export { portableToolInput, type ToolInput } from './tool-input.ts';
