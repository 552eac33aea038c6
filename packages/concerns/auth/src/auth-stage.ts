export { type RequirementsOptions, requirements } from './requirements-stage.ts';
export { type ScopesOptions, scopes } from './scope-stage.ts';
