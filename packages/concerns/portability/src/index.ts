export type { JsonSchema } from './json-schema.ts';
export {
  findPortabilityProblems,
  type PortabilityProblem,
  type PortabilityReader,
  type PortableTool,
} from './portability.ts';
export { portableInput } from './portable-input.ts';
