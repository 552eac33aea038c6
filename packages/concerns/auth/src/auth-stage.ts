export { type RequirementsOptions, requirements } from './requirements/requirements-stage.ts';
export { type ScopesOptions, scopes } from './requirements/scope-stage.ts';
