export type { FileChange, Plan } from './plan.ts';
export { type ProjectOptions, planProject } from './plan-project.ts';
